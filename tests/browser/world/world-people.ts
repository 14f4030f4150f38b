import { ManageSession, type Person } from "./manage-session.ts";

const password = "correct horse battery staple";

export type RoleName = "owner" | "editor" | "viewer";

/** A person for each role, with email addresses at this domain. */
export function peopleAt(domain: string): Readonly<Record<RoleName, Person>> {
  return {
    owner: { name: "Ada Lindqvist", email: `ada@${domain}`, password },
    editor: { name: "Bo Tanaka", email: `bo@${domain}`, password },
    viewer: { name: "Cleo Marsh", email: `cleo@${domain}`, password },
  };
}

export const people = peopleAt("riverside.example");

/** Names the account, adds a member of each role, and creates what else an account has. */
export async function seedPeople(url: string, owner: ManageSession): Promise<void> {
  await owner.do("PATCH", "/session/user", { password, name: people.owner.name });
  await owner.do("PATCH", ".", { name: "Riverside Farm" });
  await owner.do("POST", "/accounts", { name: "Harbour cold store" });
  for (const role of ["editor", "viewer"] as const) await letIn(url, owner, people[role], role);
  await owner.do("POST", "./api-keys", {
    name: "Nightly report",
    scopes: ["devices:read", "readings:read"],
    expires_in_days: 365,
  });
  await owner.do("POST", "./api-keys", { name: "Grafana", scopes: ["readings:read"] });
  await owner.do("PUT", "./secrets/broker-password", { value: "not a real password" });
  await owner.do("PUT", "./retention", { days: 730 });
}

/** After all alarms, so that nothing is sent. */
export async function seedNotifications(owner: ManageSession): Promise<void> {
  const everyDay = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  const night = { days: everyDay, from: "22:00", to: "07:00", time_zone: "Europe/London" };
  const slack = { kind: "slack", url: "https://hooks.slack.com/services/T0/B0/x" };
  const ops = await owner.do("POST", "./channels", { name: "Riverside operations", target: slack });
  const target = { kind: "ntfy", topic: "riverside-night" };
  const shift = await owner.do("POST", "./channels", { name: "Night shift", target, quiet_hours: night });
  const escalation = { after_minutes: 15, channels: [shift.uuid] };
  await owner.do("POST", "./notification-rules", { name: "Everything", channels: [ops.uuid], escalation });
  const critical = { min_severity: "critical", channels: [shift.uuid], hours: night, digest_minutes: 10 };
  await owner.do("POST", "./notification-rules", { name: "Critical at night", ...critical });
}

/** Invites a person, who accepts. If the server sends mail, `mailedToken` finds the token in it. */
export async function letIn(
  url: string,
  owner: ManageSession,
  person: Person,
  role: RoleName,
  mailedToken: (email: string) => Promise<string> = () => Promise.reject(new Error("Nobody reads the mail.")),
): Promise<void> {
  const { name, email, password } = person;
  const invitation = await owner.do("POST", "./invitations", { email, role });
  const token = invitation.token ?? (await mailedToken(email));
  await new ManageSession(url).do("POST", "/invitations/accept", { token, name, password });
}
