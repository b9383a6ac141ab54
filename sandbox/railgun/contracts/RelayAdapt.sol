// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

import "./PoolTypes.sol";
import {Erc20, TokenMover} from "./TokenMover.sol";

interface Pool {
    function shield(ShieldRequest[] calldata requests) external;

    function transact(Transaction[] calldata transactions) external;
}

interface Wrapped {
    function deposit() external payable;

    function withdraw(uint256 value) external;
}

struct Call {
    address to;
    bytes data;
    uint256 value;
}

struct ActionData {
    bytes31 random;
    bool requireSuccess;
    uint256 minGasLimit;
    Call[] calls;
}

struct TokenTransfer {
    TokenData token;
    address to;
    uint256 value;
}

/// Does several things around one use of the pool in one transaction: wrap and shield, unshield and unwrap.
/// It owns nothing between two transactions; anyone can take what is left in it.
contract RelayAdapt {
    using TokenMover for Erc20;

    Pool public immutable railgun;
    Wrapped public immutable wBase;
    bool private transient isExecuting;

    error CallFailed(uint256 callIndex, bytes revertReason);
    event CallError(uint256 callIndex, bytes revertReason);

    /// While calls are carried out, only they may use this contract: a contract that one of them calls could
    /// otherwise take tokens in transit.
    modifier onlySelfWhileExecuting() {
        require(
            !isExecuting || msg.sender == address(this),
            "RelayAdapt: Someone else's calls are being executed"
        );
        _;
    }

    constructor(Pool railgun_, Wrapped wBase_) {
        railgun = railgun_;
        wBase = wBase_;
    }

    receive() external payable {}

    /// Spends notes, then makes the calls that their proofs are bound to.
    function relay(
        Transaction[] calldata transactions,
        ActionData calldata actionData
    ) external payable onlySelfWhileExecuting {
        require(gasleft() > actionData.minGasLimit, "RelayAdapt: Too little gas");
        bytes32 expected = getAdaptParams(transactions, actionData);
        for (uint256 index = 0; index < transactions.length; ++index) {
            require(
                transactions[index].boundParams.adaptParams == expected ||
                    tx.origin == GAS_ESTIMATION_ORIGIN,
                "RelayAdapt: The proof is bound to other calls"
            );
        }
        railgun.transact(transactions);
        _execute(actionData.requireSuccess, actionData.calls);
    }

    /// Makes the calls in their order. A failed one fails all, or with `requireSuccess` false is reported in an event.
    function multicall(
        bool requireSuccess,
        Call[] calldata calls
    ) external payable onlySelfWhileExecuting {
        _execute(requireSuccess, calls);
    }

    /// Wraps the chain's own coin held here; 0 stands for all of it.
    function wrapBase(uint256 amount) external onlySelfWhileExecuting {
        wBase.deposit{value: amount == 0 ? address(this).balance : amount}();
    }

    /// Unwraps; 0 stands for all that is held here.
    function unwrapBase(uint256 amount) external onlySelfWhileExecuting {
        wBase.withdraw(amount == 0 ? Erc20(address(wBase)).balanceOf(address(this)) : amount);
    }

    /// Shields what is held here. A request of value 0 stands for the whole balance, and is left out when that
    /// is 0.
    function shield(ShieldRequest[] calldata requests) external onlySelfWhileExecuting {
        ShieldRequest[] memory kept = new ShieldRequest[](requests.length);
        uint256 count = 0;
        for (uint256 index = 0; index < requests.length; ++index) {
            ShieldRequest memory request = requests[index];
            uint120 value = _valueToShield(request.preimage);
            if (value == 0) continue;
            request.preimage.value = value;
            kept[count++] = request;
        }
        assembly ("memory-safe") {
            mstore(kept, count)
        }
        railgun.shield(kept);
    }

    /// Pays out of what is held here. Token address 0 stands for the chain's own coin, value 0 for all.
    function transfer(TokenTransfer[] calldata transfers) external onlySelfWhileExecuting {
        for (uint256 index = 0; index < transfers.length; ++index) {
            TokenTransfer calldata wanted = transfers[index];
            require(
                wanted.token.tokenType == TokenType.ERC20,
                "RelayAdapt: Only ERC-20 tokens and the native coin"
            );
            if (wanted.token.tokenAddress == address(0)) _payNative(wanted.to, wanted.value);
            else _payToken(Erc20(wanted.token.tokenAddress), wanted.to, wanted.value);
        }
    }

    /// What the proofs of these transactions must be bound to.
    function getAdaptParams(
        Transaction[] calldata transactions,
        ActionData calldata actionData
    ) public pure returns (bytes32) {
        bytes32[][] memory nullifiers = new bytes32[][](transactions.length);
        for (uint256 index = 0; index < transactions.length; ++index) {
            nullifiers[index] = transactions[index].nullifiers;
        }
        return keccak256(abi.encode(nullifiers, transactions.length, actionData));
    }

    function _execute(bool requireSuccess, Call[] calldata calls) private {
        bool wasExecuting = isExecuting;
        isExecuting = true;
        for (uint256 index = 0; index < calls.length; ++index) {
            (bool isDone, bytes memory output) = _call(calls[index]);
            if (isDone) continue;
            if (requireSuccess) revert CallFailed(index, output);
            emit CallError(index, output);
        }
        isExecuting = wasExecuting;
    }

    /// Not the pool: a call to it from here would pass for one that this contract vouches for.
    function _call(Call calldata wanted) private returns (bool, bytes memory) {
        if (wanted.to == address(railgun)) {
            return (false, abi.encodeWithSignature("Error(string)", "RelayAdapt: No calls to the pool"));
        }
        return wanted.to.call{value: wanted.value}(wanted.data);
    }

    /// Approves the value of a request for the pool. Returns that value.
    function _valueToShield(CommitmentPreimage memory note) private returns (uint120) {
        require(note.token.tokenType == TokenType.ERC20, "RelayAdapt: Only ERC-20 tokens");
        Erc20 token = Erc20(note.token.tokenAddress);
        uint256 value = note.value == 0 ? token.balanceOf(address(this)) : note.value;
        require(value <= type(uint120).max, "RelayAdapt: More than a note can hold");
        if (value == 0) return 0;
        // On top of what an earlier request of the same token needs, and by way of 0 for tokens that insist on it.
        uint256 allowed = token.allowance(address(this), address(railgun));
        token.permit(address(railgun), 0);
        token.permit(address(railgun), allowed + value);
        return uint120(value);
    }

    function _payToken(Erc20 token, address to, uint256 value) private {
        token.push(to, value == 0 ? token.balanceOf(address(this)) : value);
    }

    function _payNative(address to, uint256 value) private {
        uint256 amount = value == 0 ? address(this).balance : value;
        (bool isPaid, ) = to.call{value: amount}("");
        require(isPaid, "RelayAdapt: The native coin was not taken");
    }
}
