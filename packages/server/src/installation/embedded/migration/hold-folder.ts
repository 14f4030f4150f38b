import { type DataLock, lockDataFolder, lockedRoles, lockRole, rolesInUse } from "../data-lock.ts";

const roles = ["ingest", "process", "deliver", "manage"] as const;

/**
 * Keeps every server, role and command from writing to the folder until it is disposed. Throws if one is working on it.
 */
export async function holdFolder(folder: string): Promise<Disposable> {
  const locks: DataLock[] = [];
  const release = () => {
    for (const lock of locks) lock.release();
  };
  try {
    const running = lockedRoles(folder);
    if (running.length > 0) throw rolesInUse(folder, running);
    locks.push(lockDataFolder(folder));
    for (const role of roles) locks.push(await lockRole(folder, role, 0));
  } catch (error) {
    release();
    throw error;
  }
  return { [Symbol.dispose]: release };
}
