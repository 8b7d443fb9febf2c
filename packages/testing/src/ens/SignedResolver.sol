// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Answers for all names below the one that it is set for (ENSIP-10), by an off-chain server that signs what it says (EIP-3668):
/// `keccak256(0x1900 ++ this ++ uint64 expires ++ keccak256(request) ++ keccak256(result))`. For tests.
contract SignedResolver {
    string public url;
    address public immutable signer;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error Expired();
    error WrongSigner();

    constructor(string memory url_, address signer_) {
        url = url_;
        signer = signer_;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x9061b923 || id == 0x01ffc9a7;
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory request = abi.encodeWithSignature("resolve(bytes,bytes)", name, data);
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(_sender(), urls, request, this.resolveWithProof.selector, request);
    }

    function resolveWithProof(bytes calldata response, bytes calldata request) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert Expired();
        bytes32 hash =
            keccak256(abi.encodePacked(hex"1900", address(this), expires, keccak256(request), keccak256(result)));
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        address who = ecrecover(hash, v, r, s);
        if (signature.length != 65 || who == address(0) || who != signer) revert WrongSigner();
        return result;
    }

    /// Whom the look-up says that it comes from.
    function _sender() internal view virtual returns (address) {
        return address(this);
    }
}

/// Says that its look-ups come from another contract, which no reader may follow.
contract ForeignSenderResolver is SignedResolver {
    constructor(string memory url_, address signer_) SignedResolver(url_, signer_) {}

    function _sender() internal pure override returns (address) {
        return address(1);
    }
}
