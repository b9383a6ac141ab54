import { t } from '#language/t';

/** Who sent how much by link; null for what isn't shown. */
interface Sent {
  readonly sender: string | null;
  readonly amount: string | null;
}

export function sentYou({ sender, amount }: Sent): string {
  if (sender === null) {
    return amount === null
      ? t('Someone sent you money')
      : t('Someone sent you {amount}', { amount });
  }
  return amount === null
    ? t('{sender} sent you money', { sender })
    : t('{sender} sent you {amount}', { sender, amount });
}

export function sentYouWithKax({ sender, amount }: Sent): string {
  if (sender === null) {
    return amount === null
      ? t('Someone sent you money with Kax.')
      : t('Someone sent you {amount} with Kax.', { amount });
  }
  return amount === null
    ? t('{sender} sent you money with Kax.', { sender })
    : t('{sender} sent you {amount} with Kax.', { sender, amount });
}

export function isWaiting({ sender, amount }: Sent): string {
  if (sender === null) {
    return amount === null
      ? t('Waiting for you: money from Someone')
      : t('Waiting for you: {amount} from Someone', { amount });
  }
  return amount === null
    ? t('Waiting for you: money from {sender}', { sender })
    : t('Waiting for you: {amount} from {sender}', { sender, amount });
}

export function isUnclaimed({ sender, amount }: Sent): string {
  if (sender === null) {
    return amount === null
      ? t('Someone sent you money with Kax, and you haven’t claimed it yet.')
      : t('Someone sent you {amount} with Kax, and you haven’t claimed it yet.', { amount });
  }
  return amount === null
    ? t('{sender} sent you money with Kax, and you haven’t claimed it yet.', { sender })
    : t('{sender} sent you {amount} with Kax, and you haven’t claimed it yet.', { sender, amount });
}

export function remindsYou({ sender, amount }: Sent): string {
  if (sender === null) {
    return amount === null
      ? t('Someone reminds you of money')
      : t('Someone reminds you of {amount}', { amount });
  }
  return amount === null
    ? t('{sender} reminds you of money', { sender })
    : t('{sender} reminds you of {amount}', { sender, amount });
}

export function sentAndReminds({ sender, amount }: Sent): string {
  if (sender === null) {
    return amount === null
      ? t('Someone sent you money with Kax and asks you to claim it.')
      : t('Someone sent you {amount} with Kax and asks you to claim it.', { amount });
  }
  return amount === null
    ? t('{sender} sent you money with Kax and asks you to claim it.', { sender })
    : t('{sender} sent you {amount} with Kax and asks you to claim it.', { sender, amount });
}

export function remindsInText({ sender, amount }: Sent): string {
  if (sender === null) {
    return amount === null
      ? t('Someone asks you to claim money in Kax.')
      : t('Someone asks you to claim {amount} in Kax.', { amount });
  }
  return amount === null
    ? t('{sender} asks you to claim money in Kax.', { sender })
    : t('{sender} asks you to claim {amount} in Kax.', { sender, amount });
}
