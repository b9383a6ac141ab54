// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

import {CommitmentTree} from "./CommitmentTree.sol";
import {Groth16Verifier} from "./Groth16Verifier.sol";
import {NoteRules} from "./NoteRules.sol";
import "./PoolTypes.sol";
import {Erc20, TokenMover} from "./TokenMover.sol";

/// A pool of private notes with RAILGUN's interface (V2, ERC-20 only): tokens go in as notes, notes are
/// spent into notes by zero-knowledge proofs, and leave as tokens. Written for local chains.
/// Revert reasons that RAILGUN's own software recognises keep their exact words.
contract RailgunPool is CommitmentTree, Groth16Verifier, NoteRules {
    using TokenMover for Erc20;

    address public immutable owner;
    address public immutable treasury;
    /// Which notes of a tree are spent.
    mapping(uint256 treeNumber => mapping(bytes32 nullifier => bool)) public nullifiers;
    bool private transient isEntered;

    event Shield(
        uint256 treeNumber,
        uint256 startPosition,
        CommitmentPreimage[] commitments,
        ShieldCiphertext[] shieldCiphertext,
        uint256[] fees
    );
    event Transact(
        uint256 treeNumber,
        uint256 startPosition,
        bytes32[] hash,
        CommitmentCiphertext[] ciphertext
    );
    event Nullified(uint16 treeNumber, bytes32[] nullifier);
    event Unshield(address to, TokenData token, uint256 amount, uint256 fee);

    /// A token that calls back must not see partially updated state.
    modifier once() {
        require(!isEntered, "RailgunSmartWallet: Called from within itself");
        isEntered = true;
        _;
        isEntered = false;
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "RailgunSmartWallet: Caller is not the owner");
        _;
    }

    constructor(
        uint256 treeDepth_,
        address poseidonT3,
        address poseidonT4,
        address treasury_,
        uint120 shieldFee_,
        uint120 unshieldFee_
    ) CommitmentTree(treeDepth_, poseidonT3) NoteRules(poseidonT4) {
        owner = msg.sender;
        treasury = treasury_;
        _changeFee(shieldFee_, unshieldFee_);
    }

    /// Sets the verification key of proofs with this many nullifiers and commitments.
    function setVerificationKey(
        uint256 nullifierCount,
        uint256 commitmentCount,
        VerifyingKey calldata key
    ) external onlyOwner {
        _setVerificationKey(nullifierCount, commitmentCount, key);
    }

    /// Fees in basis points of the amount. There are no fees on NFTs, as there are no NFTs.
    function changeFee(uint120 shieldFee_, uint120 unshieldFee_, uint256 nftFee_) external onlyOwner {
        require(nftFee_ == 0, "RailgunSmartWallet: No NFT fee without NFTs");
        _changeFee(shieldFee_, unshieldFee_);
    }

    /// Takes tokens from the caller and creates a note for each request, minus the fee.
    function shield(ShieldRequest[] calldata requests) external once {
        uint256 count = requests.length;
        CommitmentPreimage[] memory notes = new CommitmentPreimage[](count);
        ShieldCiphertext[] memory ciphertext = new ShieldCiphertext[](count);
        uint256[] memory fees = new uint256[](count);
        bytes32[] memory leaves = new bytes32[](count);
        for (uint256 index = 0; index < count; ++index) {
            notes[index] = requests[index].preimage;
            ciphertext[index] = requests[index].ciphertext;
            _requireValidNote(notes[index]);
            (notes[index].value, fees[index]) = _takeTokens(notes[index]);
            leaves[index] = hashCommitment(notes[index]);
        }
        if (count == 0) return;
        (uint256 tree, uint256 start) = getInsertionTreeNumberAndStartingIndex(count);
        emit Shield(tree, start, notes, ciphertext, fees);
        _insertLeaves(leaves);
    }

    /// Spends notes into notes and tokens. All of it happens, or nothing.
    function transact(Transaction[] calldata transactions) external once {
        uint256 count = sumCommitments(transactions);
        bytes32[] memory leaves = new bytes32[](count);
        CommitmentCiphertext[] memory ciphertext = new CommitmentCiphertext[](count);
        uint256 filled = 0;
        for (uint256 index = 0; index < transactions.length; ++index) {
            filled = _spend(transactions[index], leaves, ciphertext, filled);
        }
        for (uint256 index = 0; index < transactions.length; ++index) {
            if (transactions[index].boundParams.unshield == UnshieldType.NONE) continue;
            _payOut(transactions[index].unshieldPreimage);
        }
        if (count == 0) return;
        (uint256 tree, uint256 start) = getInsertionTreeNumberAndStartingIndex(count);
        emit Transact(tree, start, leaves, ciphertext);
        _insertLeaves(leaves);
    }

    /// How many leaves these transactions add to the tree: what is unshielded adds none.
    function sumCommitments(
        Transaction[] calldata transactions
    ) public pure returns (uint256 count) {
        for (uint256 index = 0; index < transactions.length; ++index) {
            count += _noteCount(transactions[index]);
        }
    }

    /// Why the pool would refuse this transaction from this caller, other than spent notes.
    function validateTransaction(
        Transaction calldata transaction
    ) public view returns (bool, string memory) {
        BoundParams calldata bound = transaction.boundParams;
        if (tx.gasprice < bound.minGasPrice) return (false, "Gas price is below the agreed one");
        if (bound.adaptContract != address(0) && bound.adaptContract != msg.sender) {
            return (false, "Invalid Adapt Contract as Sender");
        }
        if (bound.chainID != block.chainid) return (false, "The proof is for another chain");
        if (!rootHistory[bound.treeNumber][transaction.merkleRoot]) {
            return (false, "Invalid Merkle Root");
        }
        if (bound.commitmentCiphertext.length != _noteCount(transaction)) {
            return (false, "Invalid Note Ciphertext Array Length");
        }
        if (bound.unshield != UnshieldType.NONE && !_isUnshieldValid(transaction)) {
            return (false, "Invalid Withdraw Note");
        }
        if (!verify(transaction)) return (false, "Invalid Snark Proof");
        return (true, "");
    }

    /// Whether the proof proves what the transaction says. Reverts when there is no key for its size.
    function verify(Transaction calldata transaction) public view returns (bool) {
        bool isEstimate = tx.origin == GAS_ESTIMATION_ORIGIN;
        VerifyingKey memory key = getVerificationKey(
            transaction.nullifiers.length,
            transaction.commitments.length
        );
        // Estimates begin with transactions of sizes that are never sent.
        if (isEstimate && key.ic.length == 0) return true;
        require(key.ic.length > 0, "Verifier: Key not set");
        // Their proofs are empty; checking them anyway makes the estimate correct.
        return verifyProof(key, transaction.proof, _publicSignals(transaction)) || isEstimate;
    }

    /// Checks one transaction, marks its notes as spent, and adds its new notes to the batch from `filled` on.
    function _spend(
        Transaction calldata transaction,
        bytes32[] memory leaves,
        CommitmentCiphertext[] memory ciphertext,
        uint256 filled
    ) private returns (uint256) {
        (bool isValid, string memory reason) = validateTransaction(transaction);
        require(isValid, string.concat("RailgunSmartWallet: ", reason));
        uint16 tree = transaction.boundParams.treeNumber;
        for (uint256 index = 0; index < transaction.nullifiers.length; ++index) {
            bytes32 nullifier = transaction.nullifiers[index];
            require(!nullifiers[tree][nullifier], "RailgunLogic: Note already spent");
            nullifiers[tree][nullifier] = true;
        }
        emit Nullified(tree, transaction.nullifiers);
        uint256 noteCount = _noteCount(transaction);
        for (uint256 index = 0; index < noteCount; ++index) {
            leaves[filled] = transaction.commitments[index];
            ciphertext[filled] = transaction.boundParams.commitmentCiphertext[index];
            ++filled;
        }
        return filled;
    }

    /// Takes a note's value from the caller. Returns the value after the fee, and the fee.
    function _takeTokens(CommitmentPreimage memory note) private returns (uint120, uint120) {
        (uint120 base, uint120 fee) = getFee(note.value, true, shieldFee);
        Erc20 token = Erc20(note.token.tokenAddress);
        uint256 before = token.balanceOf(address(this));
        token.pull(msg.sender, address(this), base);
        // A token that keeps part of a transfer would leave notes without backing.
        require(
            token.balanceOf(address(this)) - before == base,
            "RailgunSmartWallet: Unsupported Token"
        );
        if (fee > 0) token.pull(msg.sender, treasury, fee);
        return (base, fee);
    }

    function _payOut(CommitmentPreimage calldata note) private {
        (uint120 base, uint120 fee) = getFee(note.value, true, unshieldFee);
        Erc20 token = Erc20(note.token.tokenAddress);
        address to = address(uint160(uint256(note.npk)));
        token.push(to, base);
        if (fee > 0) token.push(treasury, fee);
        emit Unshield(to, note.token, base, fee);
    }
}
