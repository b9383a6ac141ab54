import { type ProcessName, variablesOf } from '../../apps/api/src/environment.ts';

/** What the operating system, Node and our tests need in the environment of a process; no secret is in them. */
const SYSTEM_VARIABLES = [
  'HOME',
  'KAX_PROCESS_TREE',
  'LANG',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'PATH',
  'SystemRoot',
  'TEMP',
  'TMP',
  'TMPDIR',
  'TZ',
];

/** @returns of all variables, those that a process of the server reads */
export function environmentFor(name: ProcessName, all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = new Set([...SYSTEM_VARIABLES, ...variablesOf(name)]);
  return Object.fromEntries(Object.entries(all).filter(([variable]) => own.has(variable)));
}
