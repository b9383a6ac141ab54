// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

// Order and width of every member are part of the interface: selectors and hashes depend on them.

// Order of the scalar field of BN254: what a circuit calculates in.
uint256 constant SNARK_SCALAR_FIELD =
    21888242871839275222246405745257275088548364400416034343698204186575808495617;

// No one can send from here; only gas estimates use it as their origin.
address constant GAS_ESTIMATION_ORIGIN = 0x000000000000000000000000000000000000dEaD;

enum TokenType {
    ERC20,
    ERC721,
    ERC1155
}

enum UnshieldType {
    NONE,
    NORMAL,
    REDIRECT
}

struct TokenData {
    TokenType tokenType;
    address tokenAddress;
    uint256 tokenSubID;
}

/// What a note is made of; its hash is a leaf of the tree.
struct CommitmentPreimage {
    bytes32 npk;
    TokenData token;
    uint120 value;
}

struct ShieldCiphertext {
    bytes32[3] encryptedBundle;
    bytes32 shieldKey;
}

struct ShieldRequest {
    CommitmentPreimage preimage;
    ShieldCiphertext ciphertext;
}

struct CommitmentCiphertext {
    bytes32[4] ciphertext;
    bytes32 blindedSenderViewingKey;
    bytes32 blindedReceiverViewingKey;
    bytes annotationData;
    bytes memo;
}

/// What a proof is bound to besides its public signals.
struct BoundParams {
    uint16 treeNumber;
    uint72 minGasPrice;
    UnshieldType unshield;
    uint64 chainID;
    address adaptContract;
    bytes32 adaptParams;
    CommitmentCiphertext[] commitmentCiphertext;
}

struct G1Point {
    uint256 x;
    uint256 y;
}

/// The imaginary part of a coordinate first, as the pairing precompile takes it.
struct G2Point {
    uint256[2] x;
    uint256[2] y;
}

struct SnarkProof {
    G1Point a;
    G2Point b;
    G1Point c;
}

struct VerifyingKey {
    string artifactsIPFSHash;
    G1Point alpha1;
    G2Point beta2;
    G2Point gamma2;
    G2Point delta2;
    G1Point[] ic;
}

/// One proof: some notes of one tree and one token, spent into others.
struct Transaction {
    SnarkProof proof;
    bytes32 merkleRoot;
    bytes32[] nullifiers;
    bytes32[] commitments;
    BoundParams boundParams;
    CommitmentPreimage unshieldPreimage;
}
