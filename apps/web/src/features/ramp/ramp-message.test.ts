import { describe, expect, it } from 'vitest';
import { readRampMessage } from './ramp-message.ts';

const page = {} as Window;
const frame = { window: page, origin: 'https://ramp.example' };
const sent = (more: Partial<MessageEvent> = {}) => ({
  source: page,
  origin: 'https://ramp.example',
  data: { event_id: 'TRANSAK_ORDER_CREATED', data: {} },
  ...more,
});

describe('a message of the partner’s page', () => {
  it.each([
    ['TRANSAK_WIDGET_INITIALISED', 'ready'],
    ['TRANSAK_ORDER_CREATED', 'changed'],
    ['TRANSAK_ORDER_SUCCESSFUL', 'changed'],
    ['TRANSAK_ORDER_FAILED', 'changed'],
    ['TRANSAK_WALLET_REDIRECTION', 'changed'],
    ['TRANSAK_WIDGET_CLOSE', 'closed'],
  ])('%s means %s', (event_id, message) => {
    expect(readRampMessage(sent({ data: { event_id } }), frame)).toBe(message);
  });
});

describe('a message that is not of the partner’s page', () => {
  it.each<[string, Partial<MessageEvent>]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from an origin that begins alike', { origin: 'https://ramp.example.evil.example' }],
    ['from another window at that origin', { source: {} as Window }],
    ['from nowhere', { source: null }],
    ['with an event that there is not', { data: { event_id: 'TRANSAK_PAY_ME' } }],
    ['with a name every object has', { data: { event_id: 'constructor' } }],
    ['that is a text', { data: 'TRANSAK_ORDER_CREATED' }],
    ['that is null', { data: null }],
  ])('is ignored: %s', (_case, more) => {
    expect(readRampMessage(sent(more), frame)).toBeNull();
  });

  it('is ignored before there is a frame', () => {
    const none = { window: null, origin: frame.origin };
    expect(readRampMessage(sent({ source: null }), none)).toBeNull();
  });
});
