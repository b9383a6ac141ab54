import { releaseAll } from '../account-locks.ts';
import { startPrivateWorker } from '../simulated-private-server.ts';
import { startProver } from '../simulated-prover.ts';
import type { Process } from '../simulation.ts';
import type { PrivateClaimEnvironment } from './private-claim-environment.ts';
import { type PrivateClaimServer, startPrivateClaimServer } from './private-claim-server.ts';

const RESTART_MS = 1_500;

/** Starts the processes, and restarts each one that dies. */
export function keepServingClaims(
  environment: PrivateClaimEnvironment,
  tally: { crashes: number; poolRestarts: number },
): { readonly server: () => PrivateClaimServer; readonly restartPool: () => void } {
  const { simulation, repository } = environment;
  let server = startPrivateClaimServer(environment);
  startPrivateWorker(environment, 'worker');
  environment.run = startProver(environment);
  simulation.onCrash = (process: Process) => {
    tally.crashes += 1;
    releaseAll(repository.locks, process);
    if (process.name === 'prover') {
      tally.poolRestarts += 1;
      environment.run = null;
    }
    void simulation.wait(RESTART_MS).then(() => {
      if (process.name === 'server') server = startPrivateClaimServer(environment);
      else if (process.name === 'prover') environment.run = startProver(environment);
      else startPrivateWorker(environment, process.name);
    });
  };
  return {
    server: () => server,
    restartPool() {
      if (environment.run !== null) simulation.kill(environment.run.process);
    },
  };
}
