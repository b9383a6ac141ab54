/** How many times the primary is killed; `npm test` does it once. */
export const FAILOVERS = Number.parseInt(process.env.FAILOVERS ?? '1', 10);

/** Payments that are requested in a second, by all users together. */
export const PER_SECOND = Number.parseInt(process.env.PAYMENTS_PER_SECOND ?? '20', 10);

/** Repeats the choices of a run, though not the moments at which processes meet them. */
export const SEED = Number.parseInt(
  process.env.FAILOVER_SEED ?? String(Date.now() % 1_000_000),
  10,
);

/** How many accounts pay in turn. */
export const USERS = Number.parseInt(process.env.FAILOVER_USERS ?? '20', 10);
