import { findFreePorts as findNeighbouringPorts } from '#sandbox/processes/find-free-ports';

/** The product uses nine consecutive ports. */
const RANGE = 9;

/** @returns the first of nine consecutive free ports on the loopback interface, reserved until this process ends */
export function findFreePorts(): Promise<number> {
  return findNeighbouringPorts(RANGE);
}
