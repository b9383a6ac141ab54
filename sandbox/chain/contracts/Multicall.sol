// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

/// Many reads in one call and one block, with the interface of the Multicall3 found on public chains.
contract Multicall {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    error CallFailed(uint256 index);

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 index = 0; index < calls.length; ++index) {
            Call3 calldata wanted = calls[index];
            (bool success, bytes memory returnData) = wanted.target.call(wanted.callData);
            if (!success && !wanted.allowFailure) revert CallFailed(index);
            results[index] = Result(success, returnData);
        }
    }

    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }

    function getBlockNumber() external view returns (uint256) {
        return block.number;
    }

    function getCurrentBlockTimestamp() external view returns (uint256) {
        return block.timestamp;
    }

    function getChainId() external view returns (uint256) {
        return block.chainid;
    }
}
