/** The role of each process in PostgreSQL, and that of the commands of whoever runs Kax. */
export const ROLES = [
  'kax_api',
  'kax_operator',
  'kax_recovery',
  'kax_shielded_worker',
  'kax_worker',
] as const;

export type Role = (typeof ROLES)[number];
