import { managePath } from "@weir/protocol/manage/route";
import { ManageSession, type Person } from "../world/manage-session.ts";

/** By server, person and password. */
const cookies = new Map<string, string>();

/** Of a session that lasts: checking a password takes longer than most of what is done with the session. */
export async function sessionCookie(url: string, person: Person): Promise<string> {
  const key = JSON.stringify([url, person.email, person.password]);
  const known = cookies.get(key);
  if (known !== undefined && (await isSignedIn(url, known))) return known;
  const { cookie } = await ManageSession.signIn(url, person);
  cookies.set(key, cookie);
  return cookie;
}

async function isSignedIn(url: string, cookie: string): Promise<boolean> {
  const { status } = await fetch(`${url}${managePath}/session`, { headers: { cookie } });
  return status === 200;
}
