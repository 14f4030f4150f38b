import { type AnswerPath, answerRoutes, jsonAnswer, type OwnPaths } from "./answer-routes.ts";

/** The services that a node cannot work without. */
export interface NeededOthers {
  missing(): Promise<readonly string[]>;
  notes(): readonly string[];
  refusals(): readonly string[];
}

/**
 * Answers whether the listener is alive, and whether a reading could be accepted now. If that depends on other services, the
 * answer names those that cannot be reached, and what an operator should know about them.
 */
export function createHealth(isReady: () => Promise<boolean>, others?: NeededOthers): OwnPaths {
  return answerRoutes(
    new Map<string, AnswerPath>([
      ["/healthz", () => jsonAnswer(200, { status: "ok" })],
      [
        "/readyz",
        async () => {
          const notes = others?.notes() ?? [];
          if (await isReady()) return jsonAnswer(200, { status: "ready", ...noted(notes) });
          const named = others === undefined ? {} : { missing: await others.missing() };
          return jsonAnswer(503, { status: "unavailable", ...named, ...noted(others?.refusals() ?? []) });
        },
      ],
    ]),
  );
}

function noted(notes: readonly string[]): { readonly notes?: readonly string[] } {
  return notes.length === 0 ? {} : { notes };
}
