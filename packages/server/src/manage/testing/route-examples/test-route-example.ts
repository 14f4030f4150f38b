import type { Control } from "../../../control/control.ts";
import { findUserByEmail } from "../../../control/people/users.ts";
import type { TestCall } from "../api-under-test.ts";
import type { AuditScene } from "../test-audit-scene.ts";

/** Sets up what a route needs and returns the input, so that the call changes something. */
export type RouteExample = (scene: AuditScene) => Promise<TestCall> | TestCall;

export const of = (params: Record<string, string>, body?: unknown): TestCall =>
  body === undefined ? { params } : { params, body };

export const adaId = async ({ db }: Control) => (await findUserByEmail(db, "ada@example.org"))!.id;
