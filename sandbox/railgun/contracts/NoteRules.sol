// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

import "./PoolTypes.sol";

/// What a note may be, how it and the parts of a transaction are hashed, and what the pool takes for it.
abstract contract NoteRules {
    uint120 private constant BASIS_POINTS = 10_000;
    bytes4 private constant HASH_THREE = bytes4(keccak256("poseidon(bytes32[3])"));

    address private immutable poseidonT4;

    /// Fees in basis points of the amount, which they are part of.
    uint120 public shieldFee;
    uint120 public unshieldFee;
    uint256 public constant nftFee = 0;

    event FeeChange(uint256 shieldFee, uint256 unshieldFee, uint256 nftFee);

    constructor(address poseidonT4_) {
        poseidonT4 = poseidonT4_;
    }

    /// Splits an amount into what remains and the fee. The fee is part of an inclusive amount, and comes on top
    /// of another; in both cases it is rounded down.
    function getFee(
        uint136 amount,
        bool isInclusive,
        uint120 feeBasisPoints
    ) public pure returns (uint120 base, uint120 fee) {
        uint256 whole = isInclusive ? BASIS_POINTS : BASIS_POINTS - feeBasisPoints;
        uint256 charged = (uint256(amount) * feeBasisPoints) / whole;
        uint256 remaining = isInclusive ? amount - charged : amount;
        require(
            remaining <= type(uint120).max && charged <= type(uint120).max,
            "RailgunSmartWallet: Invalid Note Value"
        );
        return (uint120(remaining), uint120(charged));
    }

    /// Leaf of a note.
    function hashCommitment(CommitmentPreimage memory note) public view returns (bytes32) {
        bytes32[3] memory parts = [note.npk, getTokenID(note.token), bytes32(uint256(note.value))];
        (bool isDone, bytes memory output) = poseidonT4.staticcall(
            abi.encodeWithSelector(HASH_THREE, parts)
        );
        require(isDone, "RailgunSmartWallet: Hash failed");
        return abi.decode(output, (bytes32));
    }

    /// A token as the circuits know it.
    function getTokenID(TokenData memory token) public pure returns (bytes32) {
        if (token.tokenType == TokenType.ERC20) return bytes32(uint256(uint160(token.tokenAddress)));
        return bytes32(uint256(keccak256(abi.encode(token))) % SNARK_SCALAR_FIELD);
    }

    /// The public signal that binds a proof to these parameters.
    function hashBoundParams(BoundParams calldata bound) public pure returns (uint256) {
        return uint256(keccak256(abi.encode(bound))) % SNARK_SCALAR_FIELD;
    }

    function _changeFee(uint120 shieldFee_, uint120 unshieldFee_) internal {
        require(
            shieldFee_ <= BASIS_POINTS / 2 && unshieldFee_ <= BASIS_POINTS / 2,
            "RailgunSmartWallet: Fee above a half"
        );
        shieldFee = shieldFee_;
        unshieldFee = unshieldFee_;
        emit FeeChange(shieldFee_, unshieldFee_, nftFee);
    }

    function _requireValidNote(CommitmentPreimage memory note) internal pure {
        require(note.value > 0, "RailgunSmartWallet: Invalid Note Value");
        require(
            uint256(note.npk) < SNARK_SCALAR_FIELD,
            "RailgunSmartWallet: Invalid Note NPK"
        );
        require(
            note.token.tokenType == TokenType.ERC20,
            "RailgunSmartWallet: Unsupported Token"
        );
    }

    /// Whether the last commitment is the note that leaves the pool, to an address and as a token we hold.
    /// Redirection is not supported: RAILGUN's wallets do not use it.
    function _isUnshieldValid(Transaction calldata transaction) internal view returns (bool) {
        CommitmentPreimage calldata note = transaction.unshieldPreimage;
        uint256 count = transaction.commitments.length;
        if (count == 0 || transaction.boundParams.unshield != UnshieldType.NORMAL) return false;
        if (note.value == 0 || note.token.tokenType != TokenType.ERC20) return false;
        if (uint256(note.npk) > type(uint160).max) return false;
        return transaction.commitments[count - 1] == hashCommitment(note);
    }

    /// How many of a transaction's commitments become leaves.
    function _noteCount(Transaction calldata transaction) internal pure returns (uint256) {
        uint256 count = transaction.commitments.length;
        if (transaction.boundParams.unshield == UnshieldType.NONE) return count;
        require(count > 0, "RailgunSmartWallet: Invalid Withdraw Note");
        return count - 1;
    }

    function _publicSignals(
        Transaction calldata transaction
    ) internal pure returns (uint256[] memory signals) {
        uint256 nullifierCount = transaction.nullifiers.length;
        uint256 commitmentCount = transaction.commitments.length;
        signals = new uint256[](2 + nullifierCount + commitmentCount);
        signals[0] = uint256(transaction.merkleRoot);
        signals[1] = hashBoundParams(transaction.boundParams);
        for (uint256 index = 0; index < nullifierCount; ++index) {
            signals[2 + index] = uint256(transaction.nullifiers[index]);
        }
        for (uint256 index = 0; index < commitmentCount; ++index) {
            signals[2 + nullifierCount + index] = uint256(transaction.commitments[index]);
        }
    }
}
