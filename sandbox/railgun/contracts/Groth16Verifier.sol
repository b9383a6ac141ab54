// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

import {G1Point, G2Point, SNARK_SCALAR_FIELD, SnarkProof, VerifyingKey} from "./PoolTypes.sol";

/// Checks Groth16 proofs over BN254 with the precompiles of EIP-196 and EIP-197.
abstract contract Groth16Verifier {
    /// Order of the base field of BN254: what coordinates of its points are.
    uint256 private constant BASE_FIELD =
        21888242871839275222246405745257275088696311157297823662689037894645226208583;
    uint256 private constant ADD = 6;
    uint256 private constant MULTIPLY = 7;
    uint256 private constant PAIR = 8;

    mapping(uint256 nullifiers => mapping(uint256 commitments => VerifyingKey)) private keys;

    event VerifyingKeySet(uint256 nullifiers, uint256 commitments, VerifyingKey verifyingKey);

    /// Key of the circuit with this many input and output notes; empty when there is none.
    function getVerificationKey(
        uint256 nullifiers,
        uint256 commitments
    ) public view returns (VerifyingKey memory) {
        return keys[nullifiers][commitments];
    }

    function _setVerificationKey(
        uint256 nullifiers,
        uint256 commitments,
        VerifyingKey calldata key
    ) internal {
        // One point for each public signal (root, bound parameters, nullifiers, commitments) and one constant.
        require(key.ic.length == nullifiers + commitments + 3, "Verifier: Key of another circuit");
        keys[nullifiers][commitments] = key;
        emit VerifyingKeySet(nullifiers, commitments, key);
    }

    /// False for whatever is not a proof of these signals: other signals, signals that are not field elements,
    /// points off the curve.
    function verifyProof(
        VerifyingKey memory key,
        SnarkProof calldata proof,
        uint256[] memory signals
    ) public view returns (bool) {
        if (key.ic.length != signals.length + 1) return false;
        if (proof.a.y >= BASE_FIELD) return false;
        G1Point memory sum = key.ic[0];
        for (uint256 index = 0; index < signals.length; ++index) {
            // Signals that differ by the field's order would count as one: a note could be spent again.
            if (signals[index] >= SNARK_SCALAR_FIELD) return false;
            sum = _add(sum, _multiply(key.ic[index + 1], signals[index]));
        }
        return _isProductOne(key, proof, sum);
    }

    /// e(-a, b) · e(alpha, beta) · e(sum, gamma) · e(c, delta) = 1
    function _isProductOne(
        VerifyingKey memory key,
        SnarkProof calldata proof,
        G1Point memory sum
    ) private view returns (bool) {
        uint256[24] memory input;
        G1Point memory negatedA = G1Point(proof.a.x, (BASE_FIELD - proof.a.y) % BASE_FIELD);
        _putPair(input, 0, negatedA, proof.b);
        _putPair(input, 6, key.alpha1, key.beta2);
        _putPair(input, 12, sum, key.gamma2);
        _putPair(input, 18, proof.c, key.delta2);
        uint256[1] memory output;
        bool isValid;
        assembly ("memory-safe") {
            isValid := staticcall(gas(), PAIR, input, 768, output, 32)
        }
        return isValid && output[0] == 1;
    }

    function _putPair(
        uint256[24] memory input,
        uint256 start,
        G1Point memory g1,
        G2Point memory g2
    ) private pure {
        input[start] = g1.x;
        input[start + 1] = g1.y;
        input[start + 2] = g2.x[0];
        input[start + 3] = g2.x[1];
        input[start + 4] = g2.y[0];
        input[start + 5] = g2.y[1];
    }

    /// Both are points of the key or derived from them, so that the precompiles cannot refuse them.
    function _add(
        G1Point memory left,
        G1Point memory right
    ) private view returns (G1Point memory sum) {
        uint256[4] memory input = [left.x, left.y, right.x, right.y];
        bool isValid;
        assembly ("memory-safe") {
            isValid := staticcall(gas(), ADD, input, 128, sum, 64)
        }
        require(isValid, "Verifier: Key is no point");
    }

    function _multiply(
        G1Point memory point,
        uint256 factor
    ) private view returns (G1Point memory product) {
        uint256[3] memory input = [point.x, point.y, factor];
        bool isValid;
        assembly ("memory-safe") {
            isValid := staticcall(gas(), MULTIPLY, input, 96, product, 64)
        }
        require(isValid, "Verifier: Key is no point");
    }
}
