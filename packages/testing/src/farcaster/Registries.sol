// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Who holds which account, as the id registry of Farcaster is read. A stand-in for tests: everybody registers.
contract IdRegistry {
    mapping(address => uint256) public idOf;
    uint256 private last;

    function register() external returns (uint256 id) {
        require(idOf[msg.sender] == 0);
        id = ++last;
        idOf[msg.sender] = id;
    }
}

/// Keys that accounts added, as the key registry of Farcaster is read. A stand-in for tests: everybody sets.
contract KeyRegistry {
    struct KeyData {
        uint8 state;
        uint32 keyType;
    }

    mapping(uint256 => mapping(bytes => KeyData)) private keys;

    function set(uint256 fid, bytes calldata key, uint8 state, uint32 keyType) external {
        keys[fid][key] = KeyData(state, keyType);
    }

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return keys[fid][key];
    }
}
