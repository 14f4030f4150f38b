import type { AnswerOf, InputOf, Route } from "@weir/protocol/manage/route";
import type { Success } from "@weir/protocol/result";
import type { ApiAnswer, Declined } from "../../web/api-answer.ts";
import type { AccountContext, ApiContext } from "./api-context.ts";
import type { Refusal } from "./manage-error.ts";

/** The result of a handler: the answer's JSON, a refusal, or a complete answer (streams, cookies). */
export type Outcome<R extends Route> =
  | (Success<AnswerOf<R>> & { readonly etag?: string })
  | Refusal
  | Declined
  | { readonly ok: true; readonly answer: ApiAnswer };

type ContextOf<R extends Route> = R["access"] extends "public" | "link" | "signed-in" | "operator"
  ? ApiContext
  : AccountContext;

export type Handler<R extends Route> = (
  context: ContextOf<R>,
  input: InputOf<R>,
) => Promise<Outcome<R>> | Outcome<R>;

/** A handler for every route of a group, under the same name. */
export type HandlersOf<Routes extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Routes]: Handler<Routes[Name]>;
};
