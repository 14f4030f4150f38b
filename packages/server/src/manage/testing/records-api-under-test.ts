import type { Scope } from "@weir/protocol/manage/access";
import type { Route } from "@weir/protocol/manage/route";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ApiParts } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import type { TestRecords } from "../test-records.ts";
import { type ApiTestOptions, ApiUnderTest, type TestCaller } from "./api-under-test.ts";
import { type ApiTenant, openTestTenants, type TestTenants } from "./test-tenants.ts";

/**
 * For tests of handlers that show the records of a processor: the API on the folder of a real one, with two accounts
 * whose readings go through the same definition.
 */
export class RecordsApiUnderTest<Routes extends Readonly<Record<string, Route>>> implements AsyncDisposable {
  readonly records: TestRecords;
  readonly plant: ApiTenant;
  readonly office: ApiTenant;
  readonly #api: ApiUnderTest<Routes>;

  private constructor(api: ApiUnderTest<Routes>, { records, plant, office }: TestTenants) {
    this.#api = api;
    this.records = records;
    this.plant = plant;
    this.office = office;
  }

  static async create<Routes extends Readonly<Record<string, Route>>>(
    routes: Routes,
    handlers: HandlersOf<Routes>,
    definition: ChainDefinition,
    options: ApiTestOptions = {},
  ): Promise<RecordsApiUnderTest<Routes>> {
    const tenants = await openTestTenants(definition);
    const { records } = tenants;
    const { control, ask, scene } = records;
    const clock = { nowMs: () => scene.nowMs };
    const api = await ApiUnderTest.create(routes, handlers, {
      ask,
      on: { dataDir: scene.dataDir, control },
      ...options,
      parts: { clock, ...options.parts },
    });
    return new RecordsApiUnderTest(api, tenants);
  }

  as(role: "viewer" | "editor" | "owner", { account }: ApiTenant): TestCaller<Routes> {
    return this.#api.as(role, account);
  }

  /** A member who last entered a password or code long ago. */
  withOldProof(role: "viewer" | "editor" | "owner", { account }: ApiTenant): TestCaller<Routes> {
    return this.#api.as(role, account, { provedAt: 0 });
  }

  asOperator(): TestCaller<Routes> {
    return this.#api.asOperator();
  }

  asNobody(): TestCaller<Routes> {
    return this.#api.as("nobody");
  }

  /** What handlers work with. */
  get parts(): ApiParts {
    return this.#api.parts;
  }

  asKey({ account }: ApiTenant, ...scopes: Scope[]): TestCaller<Routes> {
    return this.#api.asKey(account, scopes);
  }

  async audited(): Promise<string[]> {
    const { db } = this.records.control;
    const rows = await db
      .selectFrom("audit_log")
      .select("action")
      .where("request_id", "!=", "")
      .orderBy("id")
      .execute();
    return rows.map(({ action }) => action);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#api[Symbol.asyncDispose]();
    await this.records[Symbol.asyncDispose]();
  }
}
