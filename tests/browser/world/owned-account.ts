import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { AccountOnServer } from "./account-on-server.ts";
import { ManageSession, type Person } from "./manage-session.ts";
import { peopleAt, type RoleName } from "./world-people.ts";

export interface OwnedDevice {
  readonly uuid: string;
  readonly token: string;
  readonly sensors: readonly { readonly slug: string; readonly uuid: string }[];
}

/** A new account and its owner, for the tests of one file. It is opened before the first test. */
export class OwnedAccount<Served extends AccountOnServer = AccountOnServer> implements AsyncDisposable {
  #served: Served | null = null;
  #owner: ManageSession | null = null;

  async open(serve: () => Promise<Served>): Promise<void> {
    this.#served = await serve();
    this.#owner = await ManageSession.signIn(this.served.url, this.person);
  }

  get served(): Served {
    if (this.#served === null) throw new Error("The account is not there before the first test.");
    return this.#served;
  }

  get person(): Person {
    return this.served.owner;
  }

  /** Persons who can be let in. They belong to no account yet. */
  get people(): Readonly<Record<RoleName, Person>> {
    return peopleAt(this.person.email.split("@")[1]!);
  }

  /** The owner's session at the management API. */
  get owner(): ManageSession {
    return this.#owner!;
  }

  createDevice(slugs: readonly string[]): Promise<OwnedDevice> {
    const sensors = slugs.map((slug) => ({ slug }));
    return this.owner.do("POST", "./devices", { name: "Test device", sensors });
  }

  /** Changes the chain of all sensors. */
  async publishDefaultChain(definition: ChainDefinition): Promise<void> {
    const { items } = await this.owner.do("GET", "./chains");
    const { uuid } = items.find(({ name }: { name: string }) => name === "Default");
    await this.owner.do("PUT", `./chains/${uuid}/draft`, definition);
    await this.owner.do("POST", `./chains/${uuid}/publish`, { note: "" });
  }

  /** Waits until every accepted reading is settled. */
  untilSettled(): Promise<unknown> {
    return this.served.weir.untilSettled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#served?.[Symbol.asyncDispose]();
  }
}
