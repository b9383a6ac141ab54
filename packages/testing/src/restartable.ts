/** What a process has in memory only, and what ends it. */
export interface Restartable<Port extends object> {
  /** The same object before and after a restart. */
  readonly port: Port;
  /** Forgets everything, as a new process would. */
  restart(): void;
}

/** @param make returns a port that remembers nothing yet */
export function createRestartable<Port extends object>(make: () => Port): Restartable<Port> {
  let current = make();
  return {
    port: new Proxy({} as Port, { get: (_, name) => Reflect.get(current, name) }),
    restart() {
      current = make();
    },
  };
}
