import { keccak256, toHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/**
 * The accounts of the local chains themselves. Their keys are derived from the public phrases below: they are
 * worthless outside a local chain, whose private chain id no other network accepts.
 */
export const treasury = accountFromWords('Kax sandbox: treasury');
/** Trades in the local pools. */
export const trader = accountFromWords('Kax sandbox: trader');
/** Pays starting balances out of the faucet contract. */
export const faucetOperator = accountFromWords('Kax sandbox: faucet operator');
/** Receives the fees of the private pool. */
export const poolTreasury = accountFromWords('Kax sandbox: treasury of the private pool');
/** Pays out what users buy in the local ramp. */
export const rampPayoutAccount = accountFromWords('Kax sandbox: ramp desk');

/** Delivers on one chain what was locked on the other. */
export const solver = accountFromWords('Kax sandbox: solver of the bridge');

function accountFromWords(words: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(words)));
}
