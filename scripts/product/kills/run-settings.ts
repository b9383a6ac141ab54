/** How many servers are killed; `npm test` kills 30. */
export const KILLS = Number.parseInt(process.env.KILLS ?? '30', 10);

/** Repeats the choices of a run, though not the moments at which processes meet them. */
export const SEED = Number.parseInt(process.env.KILL_SEED ?? String(Date.now() % 1_000_000), 10);
