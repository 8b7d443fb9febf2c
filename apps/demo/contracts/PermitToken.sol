// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DemoToken} from "./DemoToken.sol";

/// A token whose allowance may also be a signature. Source: ERC-2612, with a domain of EIP-712 whose version is 1.
contract PermitToken is DemoToken {
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    mapping(address owner => uint256) public nonces;

    error PermitExpired(uint256 deadline);
    error PermitOfAnother(address signer, address owner);

    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 supply)
        DemoToken(name_, symbol_, decimals_, supply)
    {}

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256(bytes(name)), keccak256("1"), block.chainid, address(this)));
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        if (block.timestamp > deadline) revert PermitExpired(deadline);
        bytes32 words = keccak256(abi.encode(PERMIT, owner, spender, value, nonces[owner]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), words)), v, r, s);
        if (signer == address(0) || signer != owner) revert PermitOfAnother(signer, owner);
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }
}
