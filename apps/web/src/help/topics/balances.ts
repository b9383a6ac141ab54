import '../help-language.ts';
import { t } from '#language/t';
import { paths } from '../../paths.ts';
import type { TopicGroup } from '../topic.ts';

export const balances = {
  id: 'balances',
  title: t('Your two balances'),
  topics: [
    {
      id: 'total-balance',
      title: t('What does my total include?'),
      text: [
        t(
          'Your total is your public balance, which anyone can see, plus your private balance, which Polygon hides.',
        ),
        t(
          'A coin without a known price isn’t counted, and the total says which one. If one balance doesn’t load, the total shows the other and says so.',
        ),
      ],
    },
    {
      id: 'public-balance',
      title: t('What is my public balance?'),
      text: [
        t(
          'It belongs to an ordinary 0x address. Anyone who knows the address can see its balance and every payment it makes or gets.',
        ),
        t(
          'Money from exchanges and other wallets arrives here. Swaps, purchases and sales use it too.',
        ),
      ],
    },
    {
      id: 'private-balance',
      title: t('What is my private balance?'),
      text: [
        t(
          'It’s money in RAILGUN, a shielded pool on Polygon. Polygon shows neither the owner nor the amount.',
        ),
        t(
          'Your private address starts with 0zk. Only you, the people you pay and Kax can see your private payments.',
        ),
      ],
    },
    {
      id: 'make-private',
      title: t('What does “Make private” do?'),
      text: [
        t(
          'It moves coins from your public balance to your private one, which is also called shielding. Anyone can see that you move this amount, but not what you do with it next.',
        ),
        t(
          'A shield fee comes out of the amount, and you pay the network fee. You can move every coin that has this button.',
        ),
      ],
    },
    {
      id: 'make-public',
      title: t('What does “Make public” do?'),
      text: [
        t(
          'It moves coins from your private balance to a public address, yours or someone else’s, which is also called unshielding. Anyone can see the amount and that address, but not which private balance it came from.',
        ),
        t('An unshield fee comes out of the amount. Kax pays the network fee.'),
      ],
    },
    {
      id: 'private-time',
      title: t('Why does a private payment take time?'),
      text: [
        t(
          'Our server has to prepare each private payment, and payments wait in line for that. The form shows an estimate.',
        ),
        t(
          'You can close the page after you confirm. We’ll finish the payment, and the dashboard shows its progress. If it needs your keys again, it says so.',
        ),
      ],
    },
    {
      id: 'fees',
      title: t('Which fees do I pay?'),
      text: [
        t(
          'You pay the network for each public payment and each move to your private balance, in its own coin: POL on Polygon. Kax pays the network fee of private payments.',
        ),
        t(
          'Moving money between your balances also costs a share of the amount, which the pool charges. If private payments cost a sending fee, the form shows it. A swap shows its total fee on each route.',
        ),
        t('You see every fee before you confirm.'),
      ],
    },
  ],
} as const satisfies TopicGroup;

export const adding = {
  id: 'adding',
  title: t('Adding money and cashing out'),
  topics: [
    {
      id: 'add-money',
      title: t('How do I add money?'),
      text: [
        t(
          'Send POL, KAX or USDC to your public address, on Polygon only, or buy USDC under Acquire.',
        ),
        t(
          'What you send on another network or to another address can’t be recovered. A deposit appears automatically once Polygon has it.',
        ),
      ],
      link: { label: t('Add money'), to: paths.depositCurrency },
    },
    {
      id: 'cash-out',
      title: t('How do I cash out?'),
      text: [
        t(
          'Order a sale under Withdraw, then send exactly the amount that your order shows. Our partner pays you when it arrives.',
        ),
        t(
          'A sale uses your public balance. Make private money public first. If the amount is wrong or too late, our partner sends it back.',
        ),
      ],
      link: { label: t('Withdraw'), to: paths.offRamping },
    },
    {
      id: 'partner',
      title: t('Who handles purchases and sales?'),
      text: [
        t(
          'A payment partner does, on its own page inside Kax. It gets your email and your public address from us.',
        ),
        t(
          'For questions about a card, a bank or a payout, contact the partner. Kax shows the status of each order and checks it with the partner first.',
        ),
      ],
    },
  ],
} as const satisfies TopicGroup;
