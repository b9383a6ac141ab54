import { releaseAll } from './account-locks.ts';
import type { PrivateEnvironment } from './private-environment.ts';
import type { PrivateSurge } from './private-surge.ts';
import {
  type PrivateServer,
  startPrivateServer,
  startPrivateWorker,
} from './simulated-private-server.ts';
import { startProver } from './simulated-prover.ts';
import type { Process } from './simulation.ts';

/** The processes that run now, or died a moment ago. */
export interface Serving {
  readonly server: () => PrivateServer;
  readonly workers: () => readonly Process[];
}

/** Where fees rise, two of them compete for the same payments. */
const TWO_WORKERS = ['worker', 'second worker'];
const RESTART_MS = 1_500;

/** Starts the processes, and restarts each one that dies. */
export function keepServing(
  environment: PrivateEnvironment,
  tally: { crashes: number },
  surging: PrivateSurge,
): Serving {
  const { simulation, repository } = environment;
  let server = startPrivateServer(environment);
  const startWorker = (name: string) => [name, startPrivateWorker(environment, name)] as const;
  const running = new Map((surging === 'none' ? ['worker'] : TWO_WORKERS).map(startWorker));
  environment.run = startProver(environment);
  simulation.onCrash = (process: Process) => {
    tally.crashes += 1;
    releaseAll(repository.locks, process);
    if (process === environment.run?.process) environment.run = null;
    void simulation.wait(RESTART_MS).then(() => {
      if (process.name === 'server') server = startPrivateServer(environment);
      else if (process.name === 'prover') environment.run = startProver(environment);
      else running.set(...startWorker(process.name));
    });
  };
  return { server: () => server, workers: () => [...running.values()] };
}
