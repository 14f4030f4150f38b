/**
 * Makes passwords cheap in the process that imports this: argon2id with the least cost there is, a five-hundredth of what the
 * server pays on purpose (`password.test.ts` shows that it does). The cost stands in each hash, so whoever checks one of these
 * passwords later has it as cheaply, also in another process.
 */
const hash = Bun.password.hash.bind(Bun.password);
const leastCost = { algorithm: "argon2id", memoryCost: 8, timeCost: 1 } as const;

Bun.password.hash = (password) => hash(password, leastCost);
