import { keccak256, toHex } from 'viem';
import { expect, it } from 'vitest';
import { TRANSACT_TOPIC, UNSHIELD_TOPIC } from './pool-events.ts';
import { TRANSFER_TOPIC } from './token-transfers.ts';

it('knows the topics of the events that it reads', () => {
  const ciphertext = '(bytes32[4],bytes32,bytes32,bytes,bytes)[]';
  const topicOf = (signature: string) => keccak256(toHex(signature));
  expect(TRANSACT_TOPIC).toBe(topicOf(`Transact(uint256,uint256,bytes32[],${ciphertext})`));
  expect(UNSHIELD_TOPIC).toBe(topicOf('Unshield(address,(uint8,address,uint256),uint256,uint256)'));
  expect(TRANSFER_TOPIC).toBe(topicOf('Transfer(address,address,uint256)'));
});
