import { findFreePorts as findNeighbouringPorts } from '#sandbox/processes/find-free-ports';

/** The product takes its first port and the eight that follow. */
const RANGE = 9;

/** @returns the first of nine free neighbouring ports on the loopback interface, this process's until it ends */
export function findFreePorts(): Promise<number> {
  return findNeighbouringPorts(RANGE);
}
