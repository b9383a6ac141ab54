import type { Serving } from './keep-serving.ts';
import { NEXT_BROADCASTER, SIMULATED_BROADCASTERS } from './memory-private-transactions.ts';
import type { PrivateEnvironment } from './private-environment.ts';
import type { Process } from './simulation.ts';

/** How long processes know different accounts. */
const APART_MS = 15_000;

/**
 * Puts another account in the broadcaster's place while payments are under way, and restarts the processes one after
 * the other: in two of three runs the workers first, as they should be, otherwise last.
 */
export async function replaceBroadcaster(
  environment: PrivateEnvironment,
  { seed, afterMs }: { readonly seed: number; readonly afterMs: number },
  { server, workers }: Serving,
): Promise<void> {
  const { simulation } = environment;
  // What has died already reads it when it starts again.
  const restart = (process: Process) => process.isDead || simulation.kill(process);
  const restartWorkers = () => {
    environment.broadcasters = { ...environment.broadcasters, withKeys: SIMULATED_BROADCASTERS };
    for (const worker of workers()) restart(worker);
  };
  const restartOthers = () => {
    environment.broadcasters = { ...environment.broadcasters, inUse: NEXT_BROADCASTER };
    if (environment.run !== null) restart(environment.run.process);
    restart(server().process);
  };
  environment.broadcasters = { ...environment.broadcasters, all: SIMULATED_BROADCASTERS };
  const [first, second] =
    seed % 3 === 0 ? [restartOthers, restartWorkers] : [restartWorkers, restartOthers];
  await simulation.wait(afterMs);
  first();
  await simulation.wait(APART_MS);
  second();
}
