// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IRegistry {
    function resolver(bytes32 node) external view returns (address);
}

/// A universal resolver for dev chains, written from the text of ENSIP-23: it finds a name's resolver in any ENS registry, also
/// that of a parent which answers for all below it (ENSIP-10), hands off-chain look-ups (EIP-3668) on as one batch (ENSIP-21),
/// and checks that a name leads back to the address that calls itself so (ENSIP-3, ENSIP-19). Of ENSIP-23 it has what readers
/// ask for one record at a time: no multicall, and no gateways of its own.
contract SmallUniversalResolver {
    /// One query of a batch, as ENSIP-21 has it.
    struct Query {
        address sender;
        string[] urls;
        bytes data;
    }

    /// What is kept while somebody else asks an off-chain server.
    struct Pending {
        address resolver;
        bytes4 callback;
        bytes extra;
        bool isExtended;
        bytes4 selector;
        string[] gateways;
        bytes reverse;
    }

    /// A reverse look-up under way. Step 1 reads the name, step 2 where it leads.
    struct Reverse {
        uint8 step;
        bytes who;
        uint256 coinType;
        string primary;
        address reverseResolver;
        string[] gateways;
    }

    uint256 private constant ETHER = 60;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error UnsupportedResolverProfile(bytes4 selector);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error HttpError(uint16 status, string message);
    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);

    IRegistry public immutable registry;

    constructor(IRegistry registry_) {
        registry = registry_;
    }

    /// A record of a name in the form of DNS: what its resolver answers to `data`, and which resolver it is.
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address)
    {
        return _read(name, data, gateways, "");
    }

    /// The name that an address calls itself by, if that name leads back to it.
    function reverseWithGateways(bytes calldata who, uint256 coinType, string[] calldata gateways)
        external
        view
        returns (string memory, address, address)
    {
        string memory zone = coinType == ETHER ? "addr" : _shortHex(coinType);
        bytes memory name = dnsEncode(string.concat(_hex(who), ".", zone, ".reverse"));
        bytes memory question = abi.encodeWithSignature("name(bytes32)", namehash(name, 0));
        Reverse memory reverse = Reverse(1, who, coinType, "", address(0), gateways);
        (bytes memory answer, address resolver) = _read(name, question, gateways, abi.encode(reverse));
        return _readForward(reverse, answer, resolver);
    }

    /// Called with what the batch of off-chain look-ups brought; answers as the function does that began.
    function takeAnswers(bytes calldata response, bytes calldata extra) external view {
        Pending memory pending = abi.decode(extra, (Pending));
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        bytes memory given = responses[0];
        if (failures[0]) {
            if (bytes4(given) == HttpError.selector) _revert(given);
            revert ResolverError(given);
        }
        bytes memory answer = _ask(pending, abi.encodeWithSelector(pending.callback, given, pending.extra));
        bytes memory result;
        if (pending.reverse.length == 0) {
            result = abi.encode(answer, pending.resolver);
        } else {
            Reverse memory reverse = abi.decode(pending.reverse, (Reverse));
            (string memory primary, address resolver, address reverseResolver) = reverse.step == 1
                ? _readForward(reverse, answer, pending.resolver)
                : _checkForward(reverse, answer, pending.resolver);
            result = abi.encode(primary, resolver, reverseResolver);
        }
        assembly {
            return(add(result, 32), mload(result))
        }
    }

    /// The resolver that serves a name, and where in it the part begins that the resolver is set for.
    function findResolver(bytes memory name) public view returns (address resolver, bytes32 node, uint256 offset) {
        node = namehash(name, 0);
        for (; name[offset] != 0; offset += uint8(name[offset]) + 1) {
            resolver = registry.resolver(namehash(name, offset));
            if (resolver != address(0)) break;
        }
    }

    /// ENSIP-1, of a name in the form of DNS from an offset on.
    function namehash(bytes memory name, uint256 offset) public pure returns (bytes32) {
        if (offset >= name.length) revert DNSDecodingFailed(name);
        uint256 size = uint8(name[offset]);
        if (size == 0) return 0;
        if (offset + size + 1 >= name.length) revert DNSDecodingFailed(name);
        bytes32 label;
        assembly {
            label := keccak256(add(add(name, 33), offset), size)
        }
        return keccak256(abi.encodePacked(namehash(name, offset + size + 1), label));
    }

    /// A name as DNS writes it: each label after its length. Source: RFC 1035, section 3.1.
    function dnsEncode(string memory name) public pure returns (bytes memory encoded) {
        bytes memory text = bytes(name);
        encoded = new bytes(text.length + 2);
        uint256 start;
        for (uint256 i; i <= text.length; i++) {
            if (i < text.length && text[i] != ".") {
                encoded[i + 1] = text[i];
                continue;
            }
            if (i == start || i - start > 255) revert DNSEncodingFailed(name);
            encoded[start] = bytes1(uint8(i - start));
            start = i + 1;
        }
    }

    function _readForward(Reverse memory reverse, bytes memory answer, address reverseResolver)
        private
        view
        returns (string memory, address, address)
    {
        string memory primary = abi.decode(answer, (string));
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);
        Reverse memory next =
            Reverse(2, reverse.who, reverse.coinType, primary, reverseResolver, reverse.gateways);
        bytes memory name = dnsEncode(primary);
        bytes32 node = namehash(name, 0);
        bytes memory question = reverse.coinType == ETHER
            ? abi.encodeWithSignature("addr(bytes32)", node)
            : abi.encodeWithSignature("addr(bytes32,uint256)", node, reverse.coinType);
        (bytes memory forward, address resolver) = _read(name, question, reverse.gateways, abi.encode(next));
        return _checkForward(next, forward, resolver);
    }

    function _checkForward(Reverse memory reverse, bytes memory answer, address resolver)
        private
        pure
        returns (string memory, address, address)
    {
        bytes memory found =
            reverse.coinType == ETHER ? abi.encodePacked(abi.decode(answer, (address))) : abi.decode(answer, (bytes));
        if (keccak256(found) != keccak256(reverse.who)) revert ReverseAddressMismatch(reverse.primary, found);
        return (reverse.primary, resolver, reverse.reverseResolver);
    }

    function _read(bytes memory name, bytes memory question, string[] memory gateways, bytes memory reverse)
        private
        view
        returns (bytes memory, address)
    {
        (address resolver,, uint256 offset) = findResolver(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        bool isExtended = _isExtended(resolver);
        if (offset > 0 && !isExtended) revert ResolverNotFound(name);
        Pending memory pending = Pending(resolver, 0, "", isExtended, bytes4(question), gateways, reverse);
        bytes memory asked =
            isExtended ? abi.encodeWithSignature("resolve(bytes,bytes)", name, question) : question;
        return (_ask(pending, asked), resolver);
    }

    function _ask(Pending memory pending, bytes memory question) private view returns (bytes memory) {
        (bool isAnswered, bytes memory answer) = pending.resolver.staticcall(question);
        // Neither an answer nor a reason: the resolver does not know the question.
        if (answer.length == 0) revert UnsupportedResolverProfile(pending.selector);
        if (isAnswered) return pending.isExtended ? abi.decode(answer, (bytes)) : answer;
        if (bytes4(answer) == UnsupportedResolverProfile.selector) _revert(answer);
        if (bytes4(answer) != OffchainLookup.selector) revert ResolverError(answer);

        Query[] memory queries = new Query[](1);
        (queries[0].sender, queries[0].urls, queries[0].data, pending.callback, pending.extra) =
            abi.decode(_withoutSelector(answer), (address, string[], bytes, bytes4, bytes));
        if (queries[0].sender != pending.resolver) revert ResolverError(answer);
        revert OffchainLookup(
            address(this),
            pending.gateways,
            abi.encodeWithSignature("query((address,string[],bytes)[])", queries),
            this.takeAnswers.selector,
            abi.encode(pending)
        );
    }

    /// Whether a resolver answers for names below its own. Source: ENSIP-10.
    function _isExtended(address resolver) private view returns (bool) {
        (bool isAnswered, bytes memory answer) =
            resolver.staticcall(abi.encodeWithSignature("supportsInterface(bytes4)", bytes4(0x9061b923)));
        return isAnswered && answer.length == 32 && uint256(bytes32(answer)) == 1;
    }

    function _withoutSelector(bytes memory data) private pure returns (bytes memory rest) {
        rest = new bytes(data.length - 4);
        for (uint256 i; i < rest.length; i++) rest[i] = data[i + 4];
    }

    function _revert(bytes memory reason) private pure {
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }

    function _hex(bytes memory data) private pure returns (string memory) {
        bytes memory digits = "0123456789abcdef";
        bytes memory text = new bytes(data.length * 2);
        for (uint256 i; i < data.length; i++) {
            text[2 * i] = digits[uint8(data[i]) >> 4];
            text[2 * i + 1] = digits[uint8(data[i]) & 15];
        }
        return string(text);
    }

    /// Without leading zeros, as ENSIP-19 writes coin types.
    function _shortHex(uint256 value) private pure returns (string memory) {
        bytes memory whole = bytes(_hex(abi.encodePacked(value)));
        uint256 start;
        while (start < 63 && whole[start] == "0") start++;
        bytes memory text = new bytes(64 - start);
        for (uint256 i; i < text.length; i++) text[i] = whole[start + i];
        return string(text);
    }
}
