/**
 * Makes passwords cheap in the process that imports this file: argon2id with the lowest possible cost, a five-hundredth
 * of the server's cost (`password.test.ts` checks that one). The cost is part of each hash, so checking one of these
 * passwords later is just as cheap, even in another process.
 */
const hash = Bun.password.hash.bind(Bun.password);
const leastCost = { algorithm: "argon2id", memoryCost: 8, timeCost: 1 } as const;

Bun.password.hash = (password) => hash(password, leastCost);
