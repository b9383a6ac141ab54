import { findFreePorts as findNeighbouringPorts } from '#sandbox/processes/find-free-ports';

/** The product uses ten consecutive ports. */
const RANGE = 10;

/** @returns the first of ten consecutive free ports on the loopback interface, reserved until this process ends */
export function findFreePorts(): Promise<number> {
  return findNeighbouringPorts(RANGE);
}
