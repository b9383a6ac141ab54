import { parseAbi } from 'viem';

/** The functions and events of `contracts/EscrowBridge.sol` that are used. */
export const bridgeAbi = parseAbi([
  'struct Order { uint256 chainId; address token; uint256 minOut; address recipient; uint64 deadline; uint8 venue; bool isExpress; }',
  'struct Delivery { bytes32 id; address token; uint256 minOut; address recipient; uint64 deadline; address input; uint256 amount; address router; bytes trade; }',
  'function deposit(bytes32 id, address token, uint256 amount, Order order)',
  'function release(bytes32 id)',
  'function refund(bytes32 id)',
  'function fill(Delivery order)',
  'function giveUp(bytes32 id)',
  'function escrows(bytes32 id) view returns (address sender, address token, uint256 amount, uint8 state)',
  'function deliveries(bytes32 id) view returns (uint8 state)',
  'event Deposited(bytes32 indexed id, address indexed sender, address token, uint256 amount, Order order)',
  'event Refunded(bytes32 indexed id, address indexed sender, address token, uint256 amount)',
  'event Filled(bytes32 indexed id, address indexed recipient, address token, uint256 amount)',
]);

/** The contract's states of a deposit. */
export const ESCROW = { none: 0, open: 1, released: 2, refunded: 3 } as const;
/** The contract's states of a delivery. */
export const DELIVERY = { none: 0, filled: 1, givenUp: 2 } as const;
