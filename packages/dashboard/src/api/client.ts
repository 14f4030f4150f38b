import { routes } from "virtual:weir-routes";
import type { Problem as ProblemBody } from "@weir/protocol/manage/problem";
import { routeTarget } from "@weir/protocol/manage/route-target";
import { askForProof } from "./ask-for-proof.ts";
import { currentAccount } from "./current-account.ts";
import { heldRequests } from "./held-requests.ts";
import { parseAnswer } from "./parse-answer.ts";
import { notConfirmed, Problem, unreachable } from "./problem.ts";
import type { CallAnswer, CallInput, RouteName } from "./route-types.ts";

interface AnyInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: string | undefined;
  readonly uploadOffset?: number;
  readonly bearer?: string;
  readonly signal?: AbortSignal;
}

/** An answer with its version, for changes that must not overwrite the changes of somebody else. */
export interface Versioned<Answer> {
  readonly value: Answer;
  readonly etag: string | null;
}

/**
 * Called when the server says that nobody is signed in any more, or that the account requires a second factor first.
 */
let onSignedOut: () => void = () => undefined;
export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

/**
 * Calls a route of the management API by its name. Rejects with a Problem if the server refuses or cannot be reached.
 */
export async function call<Name extends RouteName>(
  ...[name, input]: object extends CallInput<Name>
    ? [name: Name, input?: CallInput<Name>]
    : [name: Name, input: CallInput<Name>]
): Promise<CallAnswer<Name>> {
  return (await send<Name>(name, (input ?? {}) as AnyInput)).value;
}

/** Calls a route and also returns the version of the answer. */
export function callVersioned<Name extends RouteName>(
  name: Name,
  input: CallInput<Name>,
): Promise<Versioned<CallAnswer<Name>>> {
  return send<Name>(name, input as AnyInput);
}

/** Reads a file. Rejects with a Problem if there is none. */
export async function callFile<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<Blob> {
  const response = await ask(name, input as AnyInput);
  if (!response.ok) throw await problemOf(response, name);
  return response.blob();
}

/** The address of a route, for links that the browser follows itself, such as downloads. */
export function urlOf<Name extends RouteName>(name: Name, input: Omit<CallInput<Name>, "body">): string {
  return place(name, input as AnyInput);
}

/**
 * Finds out why the server refuses a route when the browser hides the answer from scripts. Null if the route is no
 * longer refused.
 */
export async function whyRefused<Name extends RouteName>(
  name: Name,
  input: Omit<CallInput<Name>, "body">,
): Promise<Problem | null> {
  const enough = new AbortController();
  try {
    const response = await ask(name, { ...(input as AnyInput), signal: enough.signal });
    return response.ok ? null : await problemOf(response, name);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  } finally {
    enough.abort();
  }
}

async function send<Name extends RouteName>(
  name: Name,
  input: AnyInput,
): Promise<Versioned<CallAnswer<Name>>> {
  const response = await ask(name, input);
  if (!response.ok) {
    const problem = await problemOf(response, name);
    if (problem.code !== "proof_needed") throw problem;
    if (!(await askForProof())) throw notConfirmed();
    return send(name, input);
  }
  const text = await response.text();
  return {
    value: (text === "" ? null : parseAnswer(text)) as CallAnswer<Name>,
    etag: response.headers.get("etag"),
  };
}

/** Sends the request and returns the answer. Rejects with a Problem if there is none. */
async function ask(name: RouteName, input: AnyInput): Promise<Response> {
  const held = heldRequests();
  if (held !== null) await held;
  const [method] = routes[name]!;
  const isBytes = input.body instanceof Uint8Array || input.body instanceof Blob;
  const headers: Record<string, string> = {};
  if (input.body !== undefined)
    headers["Content-Type"] = isBytes ? "application/octet-stream" : "application/json";
  if (input.ifMatch !== undefined) headers["If-Match"] = input.ifMatch;
  if (input.bearer !== undefined) headers.Authorization = `Bearer ${input.bearer}`;
  if (input.uploadOffset !== undefined) headers["Upload-Offset"] = String(input.uploadOffset);
  try {
    return await fetch(place(name, input), {
      method,
      headers,
      credentials: "same-origin",
      ...(input.signal === undefined ? {} : { signal: input.signal }),
      ...(input.body === undefined
        ? {}
        : { body: isBytes ? (input.body as BodyInit) : JSON.stringify(input.body) }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw unreachable();
  }
}

/** The server's own words are for programs, and people have signed in again when they read it. */
const signedOutText = "You were signed out before this was done. Try again.";

async function problemOf(response: Response, name: RouteName): Promise<Problem> {
  const { status } = response;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  let body: Partial<ProblemBody> = {};
  try {
    body = (await response.json()) as ProblemBody;
  } catch {
    // Not from our server, or cut off. Only the status is known.
  }
  const isSignedOut = status === 401 && name !== "signIn" && name !== "showSession";
  // In both cases, the session that the page shows is out of date.
  if (isSignedOut || body.code === "second_factor_needed") onSignedOut();
  return new Problem({
    status,
    code: body.code ?? "unknown",
    message:
      isSignedOut && body.code === "not_signed_in"
        ? signedOutText
        : (body.detail ?? `The server answered ${status}.`),
    fields: Object.fromEntries((body.errors ?? []).map(({ field, message }) => [field, message])),
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : null,
    limit: body.limit ?? null,
  });
}

function place(name: RouteName, { params = {}, query }: AnyInput): string {
  const [, path] = routes[name]!;
  const isChosen = path.includes("{account}") && params.account === undefined;
  return routeTarget(path, isChosen ? { ...params, account: currentAccount() } : params, query);
}
