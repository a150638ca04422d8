let gShadow = 'lexical';
