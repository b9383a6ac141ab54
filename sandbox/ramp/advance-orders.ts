import type { RampOrder } from './order.ts';
import type { PayoutAccount } from './payout-account.ts';

/** Durations in milliseconds. */
export interface RampPace {
  /** After this, a sale no longer waits for its USDC. */
  readonly expiresAfterMs: number;
  /** How long a bank takes for each step. */
  readonly bankMs: number;
}

/** Advances an order to its next status without a user. */
export interface AdvancePorts {
  readonly payoutAccount: PayoutAccount;
  readonly pace: RampPace;
  readonly now: () => number;
  /** Stores a change, and reports a new status. */
  readonly change: (order: RampOrder, to: Partial<RampOrder>) => Promise<RampOrder>;
}

/** Checks every order once, oldest first: the payout account pays one after another. */
export async function advanceOrders(
  ports: AdvancePorts,
  orders: readonly RampOrder[],
): Promise<void> {
  // An already signed payment goes first, because the next would get the same nonce.
  const inOrder = orders
    .toReversed()
    .toSorted((one, other) => Number(other.payout !== null) - Number(one.payout !== null));
  for (const order of inOrder) {
    if (order.side === 'BUY') await advanceBuy(ports, order);
    else await advanceSell(ports, order);
  }
}

async function advanceBuy(ports: AdvancePorts, order: RampOrder): Promise<void> {
  const { status, email } = order;
  if (status === 'PROCESSING' && isStepDue(ports, order)) {
    if (email.includes('+failed@')) {
      await ports.change(order, { status: 'FAILED', statusReason: 'The order was refused.' });
    } else if (email.includes('+refund@')) {
      await ports.change(order, { status: 'REFUNDED', statusReason: 'The card was refunded.' });
    } else {
      await ports.change(order, { status: 'PENDING_DELIVERY_FROM_TRANSAK' });
    }
  } else if (status === 'PENDING_DELIVERY_FROM_TRANSAK') {
    await payOut(ports, order, {
      to: order.customerAddress,
      units: BigInt(order.cryptoUnits),
      status: 'COMPLETED',
    });
  }
}

async function advanceSell(ports: AdvancePorts, order: RampOrder): Promise<void> {
  switch (order.status) {
    case 'AWAITING_PAYMENT_FROM_USER':
    case 'EXPIRED':
      return lookForDeposit(ports, order);
    case 'PAYMENT_DONE_MARKED_BY_USER': {
      if (!isStepDue(ports, order)) return;
      const { refundTo } = order;
      if (refundTo === null) {
        await ports.change(order, { status: 'PENDING_DELIVERY_FROM_TRANSAK' });
      } else {
        await payOut(ports, order, {
          to: refundTo.address,
          units: BigInt(refundTo.units),
          status: 'REFUNDED',
        });
      }
      return;
    }
    case 'PENDING_DELIVERY_FROM_TRANSAK':
      if (isStepDue(ports, order)) await ports.change(order, { status: 'COMPLETED' });
  }
}

/** A sender of a wrong amount, or of a late one, gets all of it back. */
async function lookForDeposit(ports: AdvancePorts, order: RampOrder): Promise<void> {
  if (order.depositAddress === null || order.refundTo !== null) return;
  const found = await ports.payoutAccount.received(order.depositAddress, BigInt(order.fromBlock));
  if (found === null) {
    const isOver = ports.now() - Date.parse(order.createdAt) >= ports.pace.expiresAfterMs;
    if (order.status !== 'EXPIRED' && isOver) {
      await ports.change(order, { status: 'EXPIRED', statusReason: 'No USDC came in time.' });
    }
    return;
  }
  const isExpected = order.status !== 'EXPIRED' && found.units === BigInt(order.cryptoUnits);
  await ports.change(order, {
    status: 'PAYMENT_DONE_MARKED_BY_USER',
    transactionHash: found.hash,
    ...(!isExpected && {
      refundTo: { address: found.from, units: String(found.units) },
      statusReason: order.status === 'EXPIRED' ? 'The USDC came too late.' : 'Another amount came.',
    }),
  });
}

/** The signed payment is stored before it is sent, so that after any interruption, only this one can pay. */
interface Payment {
  readonly to: `0x${string}`;
  readonly units: bigint;
  /** Of the order, once it is paid. */
  readonly status: 'COMPLETED' | 'REFUNDED';
}

async function payOut(
  ports: AdvancePorts,
  order: RampOrder,
  { to, units, status }: Payment,
): Promise<void> {
  const { payoutAccount } = ports;
  const payout = order.payout ?? (await payoutAccount.sign(to, units));
  const signed = order.payout === null ? await ports.change(order, { payout }) : order;
  let outcome = await payoutAccount.settle(payout);
  for (let tries = 0; outcome === 'waiting' && tries < 40; tries += 1) {
    await new Promise((done) => setTimeout(done, 250));
    outcome = await payoutAccount.settle(payout);
  }
  if (outcome === 'paid') await ports.change(signed, { status, transactionHash: payout.hash });
  if (outcome === 'failed') {
    await ports.change(signed, { status: 'FAILED', statusReason: 'The payment failed.' });
  }
}

function isStepDue({ now, pace }: AdvancePorts, { changedAt }: RampOrder): boolean {
  return now() - Date.parse(changedAt) >= pace.bankMs;
}
