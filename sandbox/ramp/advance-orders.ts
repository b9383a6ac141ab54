import type { RampOrder } from './order.ts';
import type { PayoutAccount } from './payout-account.ts';

/** How long each thing takes, in milliseconds. */
export interface RampPace {
  /** After this, USDC that was to be sold is no longer waited for. */
  readonly expiresAfterMs: number;
  /** What a bank takes for each step. */
  readonly bankMs: number;
}

/** Brings an order to the next status by itself, without a person. */
export interface AdvancePorts {
  readonly payoutAccount: PayoutAccount;
  readonly pace: RampPace;
  readonly now: () => number;
  /** Stores a change, and tells of a new status. */
  readonly change: (order: RampOrder, to: Partial<RampOrder>) => Promise<RampOrder>;
}

/** Looks once at every order, the oldest first: the desk pays one after the other. */
export async function advanceOrders(
  ports: AdvancePorts,
  orders: readonly RampOrder[],
): Promise<void> {
  // A payment that was signed goes first, for the next would get the same number.
  const byTurn = orders
    .toReversed()
    .toSorted((one, other) => Number(other.payout !== null) - Number(one.payout !== null));
  for (const order of byTurn) {
    if (order.side === 'BUY') await advanceBuy(ports, order);
    else await advanceSell(ports, order);
  }
}

async function advanceBuy(ports: AdvancePorts, order: RampOrder): Promise<void> {
  const { status, email } = order;
  if (status === 'PROCESSING' && rests(ports, order)) {
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
      if (!rests(ports, order)) return;
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
      if (rests(ports, order)) await ports.change(order, { status: 'COMPLETED' });
  }
}

/** Whoever sends another amount than the ordered one, or sends too late, gets all of it back. */
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
  const isRight = order.status !== 'EXPIRED' && found.units === BigInt(order.cryptoUnits);
  await ports.change(order, {
    status: 'PAYMENT_DONE_MARKED_BY_USER',
    transactionHash: found.hash,
    ...(!isRight && {
      refundTo: { address: found.from, units: String(found.units) },
      statusReason: order.status === 'EXPIRED' ? 'The USDC came too late.' : 'Another amount came.',
    }),
  });
}

/** The signed payment is kept before it is sent, so that whatever ends meanwhile, only this one can pay. */
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

function rests({ now, pace }: AdvancePorts, { changedAt }: RampOrder): boolean {
  return now() - Date.parse(changedAt) >= pace.bankMs;
}
