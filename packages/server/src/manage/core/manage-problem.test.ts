import { describe, expect, test } from "bun:test";
import type { ProblemCode } from "@weir/protocol/manage/problem-codes";
import { manageProblem } from "./manage-problem.ts";

const statusOf = (code: ProblemCode) => manageProblem({ code, message: "No." }).status;

describe("a refusal of a management function", () => {
  test.each<[ProblemCode, number]>([
    ["unknown_account", 404],
    ["unknown_chain", 404],
    ["unknown_device", 404],
    ["unknown_group", 404],
    ["unknown_secret", 404],
    ["unknown_sensor", 404],
    ["unknown_version", 404],
    ["ambiguous_account", 422],
    ["chain_in_use", 409],
    ["chain_name_taken", 409],
    ["chain_unpublished", 409],
    ["group_name_taken", 409],
    ["no_draft", 409],
    ["nothing_to_publish", 409],
    ["secret_in_use", 409],
    ["slug_taken", 409],
    ["too_many_chains", 409],
    ["too_many_secrets", 409],
    ["too_many_sensors", 409],
    ["draft_changed", 412],
    ["ambiguous_chain", 422],
    ["bad_chain", 422],
    ["bad_export", 422],
    ["bad_name", 422],
    ["bad_slug", 422],
    ["bad_text", 422],
    ["chain_invalid", 422],
    ["wrong_token_key", 500],
  ])("%s is a %d", (code, status) => {
    expect(statusOf(code)).toBe(status);
  });

  test("returns the message of the operation under its code", () => {
    expect(manageProblem({ code: "unknown_device", message: "There is no such device." })).toEqual({
      status: 404,
      code: "unknown_device",
      detail: "There is no such device.",
    });
  });

  test.each<[ProblemCode, string]>([
    ["bad_name", "name"],
    ["bad_slug", "slug"],
    ["chain_name_taken", "name"],
    ["group_name_taken", "name"],
    ["slug_taken", "slug"],
  ])("%s names the field %s", (code, field) => {
    expect(manageProblem({ code, message: "No." }).errors).toEqual([{ field, message: "No." }]);
  });

  test("of a chain names each node and setting that is wrong", () => {
    const problems = [
      {
        severity: "error",
        code: "invalid",
        nodeId: "n1",
        field: "cases.0.when",
        message: "is not an expression",
      },
      { severity: "error", code: "invalid", nodeId: "n2", field: null, message: "has no wire" },
      { severity: "error", code: "invalid", nodeId: null, field: null, message: "has no input" },
    ] as const;
    expect(manageProblem({ code: "chain_invalid", message: "No.", problems }).errors).toEqual([
      { field: "nodes.n1.cases.0.when", message: "is not an expression" },
      { field: "nodes.n2", message: "has no wire" },
      { field: "nodes", message: "has no input" },
    ]);
  });
});
