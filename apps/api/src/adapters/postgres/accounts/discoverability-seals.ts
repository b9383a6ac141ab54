import type { RowSeals } from '../../../ports/row-seals.ts';

/** A row of `discoverability`, and the user's name, which no signature covers. */
export interface SealedDiscoverability {
  readonly userId: string;
  readonly name: string;
  readonly isDiscoverable: boolean;
  readonly changedAt: Date;
}

/** @returns what the seal covers: the name too, so that an account that something else renamed isn't found */
export function discoverabilityContent({
  userId,
  name,
  isDiscoverable,
  changedAt,
}: SealedDiscoverability): Parameters<RowSeals['seal']> {
  return [
    { table: 'discoverability', id: userId, owner: userId, counter: changedAt.getTime() },
    [name, isDiscoverable ? 'can be found' : 'cannot be found'],
  ];
}
