// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Decimal numbers and base64 (RFC 4648, section 4) for metadata that lives on the chain.
library Text {
    bytes private constant ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    function decimal(uint256 value) internal pure returns (string memory) {
        if (value == 0) return "0";
        uint256 length;
        for (uint256 rest = value; rest != 0; rest /= 10) length++;
        bytes memory digits = new bytes(length);
        for (uint256 rest = value; rest != 0; rest /= 10) digits[--length] = bytes1(uint8(48 + (rest % 10)));
        return string(digits);
    }

    function base64(bytes memory source) internal pure returns (string memory) {
        bytes memory text = new bytes(4 * ((source.length + 2) / 3));
        uint256 cursor;
        for (uint256 i = 0; i < source.length; i += 3) {
            uint256 left = source.length - i;
            uint256 group = uint256(uint8(source[i])) << 16;
            if (left > 1) group |= uint256(uint8(source[i + 1])) << 8;
            if (left > 2) group |= uint8(source[i + 2]);
            text[cursor++] = ALPHABET[(group >> 18) & 63];
            text[cursor++] = ALPHABET[(group >> 12) & 63];
            text[cursor++] = left > 1 ? ALPHABET[(group >> 6) & 63] : bytes1("=");
            text[cursor++] = left > 2 ? ALPHABET[group & 63] : bytes1("=");
        }
        return string(text);
    }
}
