// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Answers for a zone and all names below it (ENSIP-10) with what a gateway says off chain (EIP-3668). The gateway signs
/// `keccak256(0x1900 ++ this ++ uint64 expires ++ keccak256(request) ++ keccak256(result))` for the contract that asks, so that an
/// answer counts here alone, for one request, until it expires. Set it as the resolver of the zone in ENS's registry.
contract ZoneResolver {
    /// Half of the order of the curve: signatures above it are mirror images of others (EIP-2).
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    address public owner;
    /// Who becomes the owner by saying so.
    address public nextOwner;
    address public signer;
    string[] private _urls;

    event SignerChanged(address indexed signer);
    event UrlsChanged(string[] urls);
    event OwnerOffered(address indexed to);
    event OwnerChanged(address indexed owner);

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error Expired();
    error WrongSigner();
    error NotOwner();
    error NoSigner();

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    constructor(address owner_, address signer_, string[] memory urls_) {
        if (signer_ == address(0)) revert NoSigner();
        owner = owner_;
        signer = signer_;
        _urls = urls_;
    }

    function setSigner(address signer_) external onlyOwner {
        if (signer_ == address(0)) revert NoSigner();
        signer = signer_;
        emit SignerChanged(signer_);
    }

    function setUrls(string[] calldata urls_) external onlyOwner {
        _urls = urls_;
        emit UrlsChanged(urls_);
    }

    function offerOwner(address to) external onlyOwner {
        nextOwner = to;
        emit OwnerOffered(to);
    }

    function takeOwner() external {
        if (msg.sender != nextOwner) revert NotOwner();
        owner = msg.sender;
        nextOwner = address(0);
        emit OwnerChanged(msg.sender);
    }

    function urls() external view returns (string[] memory) {
        return _urls;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x9061b923 || id == 0x01ffc9a7;
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory request = abi.encodeWithSelector(this.resolve.selector, name, data);
        revert OffchainLookup(address(this), _urls, request, this.resolveWithProof.selector, request);
    }

    function resolveWithProof(bytes calldata response, bytes calldata request) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert Expired();
        bytes32 hash =
            keccak256(abi.encodePacked(hex"1900", address(this), expires, keccak256(request), keccak256(result)));
        if (signature.length != 65) revert WrongSigner();
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        address who = ecrecover(hash, v, r, s);
        if (uint256(s) > HALF_ORDER || who == address(0) || who != signer) revert WrongSigner();
        return result;
    }
}
