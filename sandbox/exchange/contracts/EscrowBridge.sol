// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

interface Token {
    function balanceOf(address account) external view returns (uint256);
    function approve(address spender, uint256 value) external returns (bool);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// A bridge of two escrows, one on each chain. A deposit is locked here; the solver delivers on the other
/// chain, or permanently gives up the delivery there. Both are final and exclude each other, so the deposit is
/// released to the solver after the first and refunded to its sender after the second, and never both.
contract EscrowBridge {
    enum EscrowState {
        None,
        Open,
        Released,
        Refunded
    }
    enum DeliveryState {
        None,
        Filled,
        GivenUp
    }

    /// What the sender wants on the other chain; `token` zero is the native coin there.
    struct Order {
        uint256 chainId;
        address token;
        uint256 minOut;
        address recipient;
        uint64 deadline;
        uint8 venue;
        bool isExpress;
    }

    struct Escrow {
        address sender;
        address token;
        uint256 amount;
        EscrowState state;
    }

    /// One delivery: `input` is taken from the solver and, where there is a router, traded through it.
    struct Delivery {
        bytes32 id;
        address token;
        uint256 minOut;
        address payable recipient;
        uint64 deadline;
        address input;
        uint256 amount;
        address router;
        bytes trade;
    }

    address public immutable solver;
    mapping(bytes32 id => Escrow) public escrows;
    mapping(bytes32 id => DeliveryState) public deliveries;

    event Deposited(bytes32 indexed id, address indexed sender, address token, uint256 amount, Order order);
    event Released(bytes32 indexed id, uint256 amount);
    event Refunded(bytes32 indexed id, address indexed sender, address token, uint256 amount);
    event Filled(bytes32 indexed id, address indexed recipient, address token, uint256 amount);
    event GivenUp(bytes32 indexed id);

    error NotSolver(address caller);
    error NotOpen(bytes32 id);
    error AlreadyUsed(bytes32 id);
    error AlreadyDecided(bytes32 id);
    error TooLate(uint64 deadline);
    error TooLittle(uint256 amount, uint256 minOut);
    error TransferFailed(address token);
    error TradeFailed(bytes reason);

    modifier onlySolver() {
        if (msg.sender != solver) revert NotSolver(msg.sender);
        _;
    }

    constructor(address solver_) {
        solver = solver_;
    }

    receive() external payable {}

    function deposit(bytes32 id, address token, uint256 amount, Order calldata order) external {
        if (escrows[id].state != EscrowState.None) revert AlreadyUsed(id);
        escrows[id] = Escrow(msg.sender, token, amount, EscrowState.Open);
        if (!Token(token).transferFrom(msg.sender, address(this), amount)) revert TransferFailed(token);
        emit Deposited(id, msg.sender, token, amount, order);
    }

    function release(bytes32 id) external onlySolver {
        Escrow storage escrow = _close(id, EscrowState.Released);
        if (!Token(escrow.token).transfer(solver, escrow.amount)) revert TransferFailed(escrow.token);
        emit Released(id, escrow.amount);
    }

    function refund(bytes32 id) external onlySolver {
        Escrow storage escrow = _close(id, EscrowState.Refunded);
        if (!Token(escrow.token).transfer(escrow.sender, escrow.amount)) revert TransferFailed(escrow.token);
        emit Refunded(id, escrow.sender, escrow.token, escrow.amount);
    }

    function fill(Delivery calldata order) external onlySolver {
        _decide(order.id, DeliveryState.Filled);
        if (block.timestamp > order.deadline) revert TooLate(order.deadline);
        if (!Token(order.input).transferFrom(solver, address(this), order.amount)) {
            revert TransferFailed(order.input);
        }
        uint256 amount = order.router == address(0) ? order.amount : _trade(order);
        if (amount < order.minOut) revert TooLittle(amount, order.minOut);
        _pay(order.token, order.recipient, amount);
        emit Filled(order.id, order.recipient, order.token, amount);
    }

    function giveUp(bytes32 id) external onlySolver {
        _decide(id, DeliveryState.GivenUp);
        emit GivenUp(id);
    }

    function _close(bytes32 id, EscrowState state) private returns (Escrow storage escrow) {
        escrow = escrows[id];
        if (escrow.state != EscrowState.Open) revert NotOpen(id);
        escrow.state = state;
    }

    function _decide(bytes32 id, DeliveryState state) private {
        if (deliveries[id] != DeliveryState.None) revert AlreadyDecided(id);
        deliveries[id] = state;
    }

    function _trade(Delivery calldata order) private returns (uint256) {
        uint256 before = _balance(order.token);
        Token(order.input).approve(order.router, order.amount);
        (bool isDone, bytes memory reason) = order.router.call(order.trade);
        if (!isDone) revert TradeFailed(reason);
        return _balance(order.token) - before;
    }

    function _balance(address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : Token(token).balanceOf(address(this));
    }

    function _pay(address token, address payable to, uint256 amount) private {
        if (token == address(0)) {
            (bool isPaid, ) = to.call{value: amount}("");
            if (!isPaid) revert TransferFailed(token);
        } else if (!Token(token).transfer(to, amount)) {
            revert TransferFailed(token);
        }
    }
}
