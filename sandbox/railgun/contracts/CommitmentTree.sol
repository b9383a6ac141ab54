// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

import {SNARK_SCALAR_FIELD} from "./PoolTypes.sol";

/// Append-only Poseidon Merkle trees: a batch that does not fit into one starts the next.
abstract contract CommitmentTree {
    bytes32 public constant ZERO_VALUE =
        bytes32(uint256(keccak256("Railgun")) % SNARK_SCALAR_FIELD);

    bytes4 private constant HASH_TWO = bytes4(keccak256("poseidon(bytes32[2])"));

    uint256 public immutable treeDepth;
    address private immutable poseidonT3;
    bytes32 private immutable emptyRoot;

    /// Root of the newest tree.
    bytes32 public merkleRoot;
    /// Number of the newest tree, from 0.
    uint256 public treeNumber;
    /// Where the next leaf goes in the newest tree.
    uint256 public nextLeafIndex;
    /// Every root that a tree has had after a call.
    mapping(uint256 treeNumber => mapping(bytes32 root => bool)) public rootHistory;
    /// Root of an empty subtree, by its height.
    bytes32[] public zeros;
    /// By height: the finished left node that waits for its right neighbour.
    bytes32[] private waitingNodes;

    constructor(uint256 depth, address poseidonT3_) {
        treeDepth = depth;
        poseidonT3 = poseidonT3_;
        waitingNodes = new bytes32[](depth);
        bytes32 zero = ZERO_VALUE;
        for (uint256 height = 0; height < depth; ++height) {
            zeros.push(zero);
            zero = _hashTwo(poseidonT3_, zero, zero);
        }
        emptyRoot = zero;
        merkleRoot = zero;
        rootHistory[0][zero] = true;
    }

    /// Parent of two nodes.
    function hashLeftRight(bytes32 left, bytes32 right) public view returns (bytes32) {
        return _hashTwo(poseidonT3, left, right);
    }

    /// Tree and position of the first of `count` leaves, were they inserted now.
    function getInsertionTreeNumberAndStartingIndex(
        uint256 count
    ) public view returns (uint256, uint256) {
        uint256 capacity = 1 << treeDepth;
        require(count <= capacity, "RailgunSmartWallet: More notes than a tree holds");
        if (nextLeafIndex + count > capacity) return (treeNumber + 1, 0);
        return (treeNumber, nextLeafIndex);
    }

    /// Inserts a batch; `nodes` is used up as working memory.
    function _insertLeaves(bytes32[] memory nodes) internal {
        uint256 count = nodes.length;
        if (count == 0) return;
        (uint256 tree, uint256 start) = getInsertionTreeNumberAndStartingIndex(count);
        uint256 next = start + count;
        for (uint256 height = 0; height < treeDepth; ++height) {
            // The next batch begins at `next`: when that is a right node, it will need its left neighbour.
            bool isWaiting = next & 1 == 1 && next > start;
            bytes32 waiting = isWaiting ? nodes[next - 1 - start] : bytes32(0);
            count = _hashLevel(nodes, count, height, start);
            if (isWaiting) waitingNodes[height] = waiting;
            start >>= 1;
            next >>= 1;
        }
        if (tree != treeNumber) {
            treeNumber = tree;
            nextLeafIndex = nodes.length;
        } else {
            nextLeafIndex += nodes.length;
        }
        merkleRoot = nodes[0];
        rootHistory[tree][nodes[0]] = true;
    }

    /// Replaces the first `count` nodes by their parents. Returns how many those are.
    function _hashLevel(
        bytes32[] memory nodes,
        uint256 count,
        uint256 height,
        uint256 start
    ) private view returns (uint256 written) {
        uint256 read = 0;
        if (start & 1 == 1) {
            nodes[0] = hashLeftRight(waitingNodes[height], nodes[0]);
            read = 1;
            written = 1;
        }
        for (; read < count; read += 2) {
            bytes32 right = read + 1 < count ? nodes[read + 1] : zeros[height];
            nodes[written++] = hashLeftRight(nodes[read], right);
        }
    }

    /// In assembly, so that thousands of these in one call do not each allocate memory.
    function _hashTwo(
        address hasher,
        bytes32 left,
        bytes32 right
    ) private view returns (bytes32 hash) {
        bytes4 selector = HASH_TWO;
        assembly ("memory-safe") {
            let input := mload(0x40)
            mstore(input, selector)
            mstore(add(input, 4), left)
            mstore(add(input, 36), right)
            if iszero(staticcall(gas(), hasher, input, 68, 0, 32)) {
                revert(0, 0)
            }
            hash := mload(0)
        }
    }
}
