import { describe, expect, spyOn, test } from "bun:test";
import type { Owner } from "@weir/protocol/closed-sets";
import type { Route } from "@weir/protocol/manage/route";
import {
  type ResourceDefinition,
  type ResourceOperation,
  resourceOperations,
} from "@weir/protocol/resources/resource-definition";
import { resourceRouteName } from "@weir/protocol/resources/resource-routes";
import { kebabOf, snakeOf } from "@weir/protocol/resources/resource-words";
import { resourceRoutesOfAll } from "@weir/protocol/resources/resources";
import { sql } from "kysely";
import { type ControlData, withinAccount } from "../control/control.ts";
import { deleteMembership } from "../control/people/memberships.ts";
import { postgresTableWords } from "../control/postgres/table-words.ts";
import type { NewRowOf } from "../control/resources/resource-rows.ts";
import { resourceTableSql } from "../control/resources/resource-table-sql.ts";
import { TableRows } from "../control/resources/table-rows.ts";
import { sqliteTableWords } from "../control/sqlite/table-words.ts";
import { isTestDataInFile } from "../control/test-open-control.ts";
import type { HandlersOf } from "./core/handler.ts";
import type { ServedResource } from "./core/resources/serve-resource.ts";
import { resourceHandlers } from "./served-resources.ts";
import { ApiUnderTest, type TestAnswer, type TestCall, type TestCaller } from "./testing/api-under-test.ts";

/** What the suite needs to know to make one of a resource. */
export interface ResourceExample {
  /** The fields of one besides its name, as people send them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Creates what other fields of it name, for the same owner, and returns these fields. */
  readonly needs?: (caller: TestCaller<Routes>, owner: Owner) => Promise<Readonly<Record<string, unknown>>>;
  /** Changes one that was made with these fields. */
  readonly change: Readonly<Record<string, unknown>>;
}

type Routes = Readonly<Record<string, Route>>;
/** The suite knows no more of a resource than every definition says. */
export type AnyResource = ServedResource<ResourceDefinition>;

/** Checks what every resource promises: owner rules, versions, limits, names, audit entries and that accounts do not meet. */
export function resourceContract({ definition, operations }: AnyResource, example: ResourceExample): void {
  const { thing, things, param, fields, sameName, max } = definition;
  const isOwned = definition.owner === "account or person";
  const has = (operation: ResourceOperation) =>
    (definition.operations ?? resourceOperations).includes(operation);
  /** A test of what only some resources promise. */
  const ifIt = (promises: boolean) => (name: string, run: () => Promise<void>) => {
    if (promises) test(name, run);
  };
  const unknown: CodeOfAnswer = [404, `unknown_${snakeOf(thing)}`];
  const created = definition.sameName === "replaced" ? "save" : "create";
  const actionOf = (verb: string) => `${kebabOf(thing)}.${verb}`;
  const bodyOf = (name: string, more: object = {}) => ({ name, ...example.fields, ...more });
  const one = (uuid: string) => ({ [param]: uuid });

  /** Plant, with the members Ada and Bob, and none of what accounts start with. */
  async function open() {
    const api = await ApiUnderTest.create(
      resourceRoutesOfAll as Routes,
      resourceHandlers as unknown as HandlersOf<Routes>,
    );
    const account = await api.addAccount("Plant");
    const [ada, bob] = [
      await api.addMember("ada@example.org", account),
      await api.addMember("bob@example.org", account),
    ];
    const all = await operations.rows.list(api.control.db, { accountId: account.id, userId: null });
    await api.control.transact(async (tx) => {
      for (const { id } of all) await operations.rows.delete(tx, id as number);
    });
    const editor = api.as("editor", account, { userId: ada });
    const viewer = api.as("viewer", account, { userId: bob });
    return {
      api,
      account,
      ada,
      bob,
      editor,
      viewer,
      [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
    };
  }

  const call = (caller: TestCaller<Routes>, operation: ResourceOperation, given: TestCall = {}) =>
    caller.call(resourceRouteName(definition, operation), given);
  const create = async (
    caller: TestCaller<Routes>,
    name: string,
    { owner = "account", ...more }: { readonly owner?: Owner } = {},
  ) => {
    const needed = await example.needs?.(caller, owner);
    const whose = isOwned ? { owner } : {};
    return call(caller, "create", { body: bodyOf(name, { ...whose, ...more, ...needed }) });
  };
  /** The entries of the audit log about things of this kind, the newest first. */
  const auditOf = async ({ api, account }: Awaited<ReturnType<typeof open>>) =>
    (await api.auditOf(account)).filter(({ subjectKind }) => subjectKind === thing);
  const namesOf = async (caller: TestCaller<Routes>): Promise<string[]> =>
    (await call(caller, "list")).json.items.map(({ name }: { name: string }) => name);

  /** What each operation on an existing one answers to the caller. */
  async function answersTo(caller: TestCaller<Routes>, uuid: string): Promise<CodeOfAnswer[]> {
    const answers: TestAnswer[] = [];
    if (has("show")) answers.push(await call(caller, "show", { params: one(uuid) }));
    if (has("update"))
      answers.push(await call(caller, "update", { params: one(uuid), body: example.change }));
    answers.push(await call(caller, "delete", { params: one(uuid) }));
    return answers.map(codeOf);
  }

  describe(`the resource "${thing}"`, () => {
    test("is created, listed, shown, changed and deleted", async () => {
      await using at = await open();
      const made = await create(at.editor, " One ");
      expect(made.json).toMatchObject({ name: "One", ...(isOwned ? { owner: "account" } : {}) });
      const params = one(made.json.uuid);
      let current = made.json;
      if (has("update")) {
        const changed = await call(at.editor, "update", { params, body: example.change });
        expect(changed.json).toMatchObject(example.change);
        for (const name of Object.keys(fields))
          if (!(name in example.change)) expect(changed.json[name]).toEqual(made.json[name]);
        current = changed.json;
      }
      if (has("show")) expect((await call(at.editor, "show", { params })).json).toEqual(current);
      const { items } = (await call(at.editor, "list")).json;
      expect(items).toHaveLength(1);
      expect(current).toMatchObject(items[0]);
      expect((await call(at.editor, "delete", { params })).status).toBe(204);
      expectAll(await answersTo(at.editor, made.json.uuid), unknown);
      expect(await namesOf(at.editor)).toEqual([]);
    });

    ifIt(operations.rows instanceof TableRows)("has a table with the columns of its definition", async () => {
      await using at = await open();
      expect(await columnsIn(at.api.control.db, definition.table)).toEqual(columnsOf(definition));
    });

    ifIt(operations.rows instanceof TableRows)(
      "has the table that a new migration would create",
      async () => {
        await using at = await open();
        const copy = `${definition.table}_copy`;
        const words = isTestDataInFile ? sqliteTableWords : postgresTableWords;
        const statements = resourceTableSql({ ...definition, table: copy }, words).split(/;\n/);
        // A refusal rolls the copy back.
        const { created, copied } = await at.api.control.transact(
          async (tx) => {
            for (const statement of statements)
              if (statement.trim() !== "") await sql.raw(statement).execute(tx);
            return {
              created: await typesIn(tx, definition.table),
              copied: await typesIn(tx, copy),
            };
          },
          () => false,
        );
        expect(copied).toEqual(created);
      },
    );

    test("is listed by name, in any case of letters", async () => {
      await using at = await open();
      for (const name of ["sound", "CO2", "battery", "PM2.5"]) await create(at.editor, name);
      expect(await namesOf(at.editor)).toEqual(["battery", "CO2", "PM2.5", "sound"]);
    });

    test("needs a name of printable characters", async () => {
      await using at = await open();
      for (const name of [" ", "a\nb"]) {
        const { status, json } = await create(at.editor, name);
        expect([status, json.errors[0].field]).toEqual([422, "name"]);
      }
      expect(await namesOf(at.editor)).toEqual([]);
    });

    ifIt(sameName === "refused")("has no two of one name in an account", async () => {
      await using at = await open();
      const first = (await create(at.editor, "One")).json.uuid;
      const second = (await create(at.editor, "Two")).json.uuid;
      const taken = [409, `${snakeOf(thing)}_name_taken`, "name"];
      const told = ({ status, json }: TestAnswer) => [status, json.code, json.errors[0].field];
      expect(told(await create(at.editor, "One "))).toEqual(taken);
      const rename = (uuid: string) =>
        call(at.editor, "update", { params: one(uuid), body: { name: "One" } });
      expect(told(await rename(second))).toEqual(taken);
      expect((await rename(first)).status).toBe(200);
      const elsewhere = at.api.as("owner", await at.api.addAccount("Office"));
      using listed = spyOn(operations.rows, "list");
      expect((await create(elsewhere, "One")).status).toBe(201);
      // Its owner alone decides how many there are, so a look at all of them would delay others.
      expect(listed).not.toHaveBeenCalled();
    });

    ifIt(sameName === "replaced")("replaces the one of the same owner and name", async () => {
      await using at = await open();
      const first = await create(at.editor, "One");
      const again = await call(at.editor, "create", { body: { ...bodyOf("One"), ...example.change } });
      expect(again.json).toEqual({ ...first.json, ...example.change });
      await create(at.editor, "One", { owner: "person" });
      expect(await namesOf(at.editor)).toEqual(["One", "One"]);
      const [, second] = (await auditOf(at)).toReversed();
      expect(second).toMatchObject({
        action: actionOf("save"),
        before: example.fields,
        after: example.change,
      });
    });

    ifIt(definition.version !== undefined)(
      "refuses a change or deletion that expects another version, and does nothing",
      async () => {
        await using at = await open();
        const made = await create(at.editor, "One");
        const call1 = { params: one(made.json.uuid), headers: { "if-match": made.headers.ETag! } };
        const changed = await call(at.editor, "update", { ...call1, body: example.change });
        expect(changed.status).toBe(200);
        expect(changed.headers.ETag).not.toBe(made.headers.ETag!);
        const shown = await call(at.editor, "show", call1);
        expect(shown.headers.ETag).toBe(changed.headers.ETag!);
        const stale: CodeOfAnswer = [412, "changed_meanwhile"];
        expect(codeOf(await call(at.editor, "update", { ...call1, body: { name: "Two" } }))).toEqual(stale);
        expect(codeOf(await call(at.editor, "delete", call1))).toEqual(stale);
        expect((await call(at.editor, "show", call1)).json).toEqual(changed.json);
        expect(await auditOf(at)).toHaveLength(2);
        const any = { ...call1, headers: { "if-match": `"x", ${changed.headers.ETag}` } };
        expect((await call(at.editor, "delete", any)).status).toBe(204);
      },
    );

    ifIt(has("update"))("has no new version and no audit entry if nothing is changed", async () => {
      await using at = await open();
      const made = await create(at.editor, "One");
      const params = one(made.json.uuid);
      const same = await call(at.editor, "update", { params, body: { name: " One " } });
      expect([same.json, same.headers.ETag]).toEqual([made.json, made.headers.ETag]);
      expect(await auditOf(at)).toHaveLength(1);
    });

    test("is in the audit log with its name, before and after each change", async () => {
      await using at = await open();
      const { uuid } = (await create(at.editor, "One")).json;
      if (has("update")) await call(at.editor, "update", { params: one(uuid), body: { name: "Two" } });
      await call(at.editor, "delete", { params: one(uuid) });
      const entries = (await auditOf(at)).toReversed();
      const last = has("update") ? "Two" : "One";
      expect(
        entries.map(({ action, subjectName, before, after }) => [
          action,
          subjectName,
          nameOf(before),
          nameOf(after),
        ]),
      ).toEqual([
        [actionOf(created), "One", undefined, "One"],
        ...(has("update") ? [[actionOf("update"), "Two", "One", "Two"]] : []),
        [actionOf("delete"), last, last, undefined],
      ]);
      expect(
        entries.every(({ subject, subjectKind }) => subject === uuid && subjectKind === thing),
      ).toBeTrue();
    });

    test("of the account is changed by editors and not by viewers, who see it", async () => {
      await using at = await open();
      const { uuid } = (await create(at.editor, "One")).json;
      expect(await namesOf(at.viewer)).toEqual(["One"]);
      const refused: CodeOfAnswer = [403, "role_needed"];
      expect(codeOf(await create(at.viewer, "Two"))).toEqual(refused);
      const answers = await answersTo(at.viewer, uuid);
      expectAll(answers.slice(has("show") ? 1 : 0), refused);
      expect(await namesOf(at.editor)).toEqual(["One"]);
    });

    ifIt(isOwned)("of a person is theirs whatever their role, and nobody else sees it", async () => {
      await using at = await open();
      const own = { owner: "person" } as const;
      const { uuid } = (await create(at.viewer, "Mine", own)).json;
      expect(await namesOf(at.viewer)).toEqual(["Mine"]);
      for (const other of [at.editor, at.api.asKey(at.account), at.api.asOperator(at.account)]) {
        expect(await namesOf(other)).toEqual([]);
        expectAll(await answersTo(other, uuid), unknown);
      }
      for (const nobody of [at.api.asKey(at.account), at.api.asOperator(at.account)])
        expect(codeOf(await create(nobody, "Mine", own))).toEqual([403, "person_needed"]);
      const answers = await answersTo(at.viewer, uuid);
      expect(answers.map(([status]) => status).filter((status) => status >= 300)).toEqual([]);
    });

    ifIt(isOwned)("of a person leaves the account with them", async () => {
      await using at = await open();
      await create(at.editor, "Ours");
      await create(at.editor, "Ada's", { owner: "person" });
      await create(at.viewer, "Bob's", { owner: "person" });
      const membership = { accountId: at.account.id, userId: at.bob };
      await at.api.control.transact((tx) => deleteMembership(tx, membership));
      expect(await operations.rows.count(at.api.control.db, membership)).toBe(0);
      expect(await namesOf(at.editor)).toEqual(["Ada's", "Ours"]);
    });

    ifIt(isOwned)("of a person has no name in the audit log, which others read", async () => {
      await using at = await open();
      const { uuid } = (await create(at.viewer, "Hush", { owner: "person" })).json;
      if (has("update")) await call(at.viewer, "update", { params: one(uuid), body: { name: "Hush again" } });
      await call(at.viewer, "delete", { params: one(uuid) });
      const entries = await auditOf(at);
      expect(entries).toHaveLength(has("update") ? 3 : 2);
      expect(entries.every(({ subjectName, before, after }) => !subjectName && !before && !after)).toBeTrue();
    });

    const perPerson = max.perPerson === "shared" ? max.perAccount : (max.perPerson ?? max.perAccount);
    test.each([
      ["an account", null, max.perAccount] as const,
      ...(isOwned ? [["a person", "person", perPerson] as const] : []),
    ])(`exists only so many times in %s`, async (_whose, owner, most) => {
      await using at = await open();
      const more = owner === null ? {} : { owner };
      const other = owner === null ? ({ owner: "person" } as const) : {};
      const { uuid } = (await create(at.editor, "0", more)).json;
      const { control } = at.api;
      const viewer = { accountId: at.account.id, userId: owner === null ? null : at.ada };
      const row = (await operations.rows.find(control.db, viewer, uuid))!;
      await control.transact(async (tx) => {
        for (let nth = 1; nth < most; nth++) {
          const { id: _id, ...copy } = { ...row, uuid: crypto.randomUUID(), name: String(nth) };
          await operations.rows.insert(tx, copy as NewRowOf<ResourceDefinition>, "ada");
        }
      });
      expect(await operations.rows.count(control.db, viewer)).toBe(most);
      const full: CodeOfAnswer = [409, `too_many_${snakeOf(things)}`];
      expect(codeOf(await create(at.editor, "One more", more))).toEqual(full);
      if (max.perPerson === "shared")
        expect(codeOf(await create(at.editor, "One more", other))).toEqual(full);
      await call(at.editor, "delete", { params: one(uuid) });
      expect((await create(at.editor, "One more", more)).status).toBe(201);
    });

    test("of one account is out of reach for another", async () => {
      await using at = await open();
      const { uuid } = (await create(at.editor, "Ours")).json;
      const office = await at.api.addAccount("Office");
      const elsewhere = at.api.as("owner", office);
      expect(await namesOf(elsewhere)).not.toContain("Ours");
      expectAll(await answersTo(elsewhere, uuid), unknown);
      // Also when a statement forgets the account: on PostgreSQL, row security hides the others.
      const within = withinAccount(at.api.control, office.id);
      const plant = { accountId: at.account.id, userId: null };
      if (!isTestDataInFile) expect(await operations.rows.find(within.db, plant, uuid)).toBeNull();
      expect(await namesOf(at.editor)).toEqual(["Ours"]);
    });
  });
}

interface Column {
  readonly name: string;
  readonly kind: "text" | "number";
  readonly isRequired: boolean;
}

/** What the migrations of either engine have to create. */
function columnsOf({ owner, version, times, fields }: ResourceDefinition): Column[] {
  const column = (name: string, kind: Column["kind"], isRequired = true): Column => ({
    name,
    kind,
    isRequired,
  });
  const ofFields = Object.entries(fields).map(([name, { schema, stored }]) =>
    column(name, stored === "number" ? "number" : "text", !schema.safeParse(null).success),
  );
  const all = [
    column("id", "number"),
    column("uuid", "text"),
    column("account_id", "number"),
    ...(owner === "account or person" ? [column("user_id", "number", false)] : []),
    ...(version === "counted" ? [column("version", "number")] : []),
    ...times.map((time) => column(time, "number")),
    ...ofFields,
  ];
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function columnsIn(db: ControlData, table: string): Promise<Column[]> {
  return (await typesIn(db, table)).map(({ name, type, isRequired }) => {
    const kind = type.toLowerCase().startsWith("text") ? "text" : "number";
    return { name, kind, isRequired };
  });
}

/** The columns of a table with their types, as the engine says them. */
async function typesIn(db: ControlData, table: string) {
  const found = isTestDataInFile
    ? sql<StoredColumn>`SELECT name, type, "notnull" = 1 OR pk = 1 AS "isRequired" FROM pragma_table_info(${table})`
    : sql<StoredColumn>`SELECT column_name AS name, data_type AS type, is_nullable = 'NO' AS "isRequired"
        FROM information_schema.columns WHERE table_name = ${table}`;
  const { rows } = await found.execute(db);
  return rows
    .map((column) => ({ ...column, isRequired: Boolean(column.isRequired) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean | number;
}

type CodeOfAnswer = readonly [status: number, code: string];

function codeOf({ status, json }: TestAnswer): CodeOfAnswer {
  return [status, json?.code];
}

function expectAll(answers: readonly CodeOfAnswer[], one: CodeOfAnswer): void {
  expect(answers).toEqual(answers.map(() => one));
}

function nameOf(side: unknown): string | undefined {
  return (side as { readonly name?: string } | null)?.name;
}
