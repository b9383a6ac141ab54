/** Amounts by holder and token, base units. */
export interface Ledger {
  add(holder: string, tokenId: string, units: bigint): void;
  of(holder: string, tokenId: string): bigint;
  /** What it says of some holders, as lines that a failed comparison shows well. */
  lines(holders: readonly string[], tokenIds: readonly string[]): readonly string[];
}

export function createLedger(): Ledger {
  const unitsByPlace = new Map<string, bigint>();
  const of = (holder: string, tokenId: string) => unitsByPlace.get(`${holder} ${tokenId}`) ?? 0n;
  return {
    of,
    add(holder, tokenId, units) {
      unitsByPlace.set(`${holder} ${tokenId}`, of(holder, tokenId) + units);
    },
    lines: (holders, tokenIds) =>
      holders.flatMap((holder) =>
        tokenIds.map((tokenId) => `${holder} ${tokenId} ${of(holder, tokenId)}`),
      ),
  };
}
