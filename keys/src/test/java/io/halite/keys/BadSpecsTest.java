package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments and attributes that are refused: what is broken, the text, the key and the rule. */
class BadSpecsTest {
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = true,
      textBlock =
          """
          nothing; ''; coprocessor; '' is not an argument: give key=…
          no salt; key=a:3; coprocessor; salt=… is missing
          no equals sign; salt; coprocessor; 'salt' is not an argument: give key=…
          comma at the end; 'salt=none,'; coprocessor; '' is not an argument: give key=…
          comma at the beginning; ',salt=none'; coprocessor; '' is not an argument: give key=…
          comma inside; salt=hash(a,b) % 4; coprocessor; 'b) % 4' is not an argument: give key=…
          misspelt key; slat=none; slat; 'slat' is not an argument
          key in upper case; KEY=a:3,salt=none; KEY; 'KEY' is not an argument
          space after the comma; key=a:3, salt=none; ' salt'; without spaces, with no comma inside
          unknown scan mode; salt=md5(*)[0:4],scan=strict; scan; it is passes or pinned
          scan mode twice; salt=reverse(row),scan=passes,scan=passes; scan; 'scan' is given twice
          scan mode for buckets; salt=hash(*) % 16,scan=passes; scan; scatters no rows
          scan mode for 16 digits; salt=md5(*)[0:1],scan=pinned; scan; scatters no rows
          scan mode of no salt; salt=none,scan=pinned; scan; scatters no rows
          scan mode by default; salt=reverse(row),scan=bounded; scan; leave it out for bounded
          index of no shape; salt=hash(*) % 4,index=x; index; 'x' is not name(segment…
          index without a name; salt=hash(*) % 4,index=(row); index; '(row)' is not name(segment…
          index left open; salt=hash(*) % 4,index=x(row; index; 'x(row' is not name(segment…
          no index; 'salt=hash(*) % 4,index='; index; '' is not name(segment…
          index ends in a space; 'salt=hash(*) % 4,index=x(row) '; index; '' is not name(segment…
          index twice; salt=hash(*) % 4,index=x(row),index=y(row); index; 'index' is given twice
          index name twice; key=a:3 b:3,salt=hash(a) % 4,index=x(b) x(a); index; 'x' is given twice
          index of nothing; salt=hash(*) % 4,index=x(); index; '' is neither a segment
          index of unknown segment; salt=hash(*) % 4,index=x(raw); index; of the layout 'row:*'
          index of a family; salt=hash(*) % 4,index=x(f:); index; 'f:' is neither a segment
          two spaces in an index; key=a:3 b:3,salt=hash(a) % 4,index=x(a  b); index; '' is neither
          segment indexed twice; key=a:3,salt=hash(a) % 4,index=x(a a); index; 'a' is given twice
          rest of key is not last; key=a:3 b:*,salt=hash(a) % 4,index=x(b a); index; 'a' follows 'b'
          column is not last; key=a:3,salt=hash(a) % 4,index=x(f:q a); index; 'f:q', which has any
          index without a salt; salt=none,index=x(row); index; no gateway writes entries
          salt twice; salt=none,salt=none; salt; 'salt' is given twice
          layout twice; key=a:3,key=a:3,salt=none; key; 'key' is given twice
          empty layout; key=,salt=none; key; at least one segment
          layout ends in a space; key=a:3 ,salt=none; key; neither begins nor ends with a space
          layout begins with one; key= a:3,salt=none; key; neither begins nor ends with a space
          name alone; key=a,salt=none; key; is not name:width
          no name; key=:3,salt=none; key; needs a name
          name begins with digit; key=1a:3,salt=none; key; needs a name
          name is no ASCII; key=é:3,salt=none; key; needs a name
          name used twice; key=a:3 a:4,salt=none; key; 'a' is given twice
          width 0; key=a:0,salt=none; key; width '0'
          width negative; key=a:-1,salt=none; key; width '-1'
          width has leading zero; key=a:03,salt=none; key; width '03'
          width too large; key=a:32767,salt=none; key; width '32767'
          width beyond an int; key=a:4294967299,salt=none; key; width '4294967299'
          width is a word; key=a:x,salt=none; key; width 'x'
          widths add up too high; key=a:32766 b:1,salt=none; key; take at least 32767 bytes
          unknown type; key=a:3:txt,salt=none; key; type 'txt'
          empty type; key=a:3:,salt=none; key; type ''
          type of another width; key=a:3:int,salt=none; key; type int has width 4
          type of another width; key=a:4:revtime,salt=none; key; type revtime has width 8
          text after the padding; key=a:3:text:x:y,salt=none; key; is not name:width
          padding of a number; key=a:3:digits:x,salt=none; key; only text is padded
          padding of a delimited one; key=a~::text:x,salt=none; key; delimiter '::text:x'
          padding missing; key=a:3:text:,salt=none; key; padding ''
          padding of two chars; key=a:3:text:xx,salt=none; key; padding 'xx'
          padding is no ASCII; key=a:3:text:é,salt=none; key; padding 'é'
          padding without a type; key=a:3::x,salt=none; key; type ''
          rest with a type; key=a:*:digits,salt=none; key; width '*'
          rest is not last; key=a:* b:3,salt=none; key; follows a segment ':*'
          delimiter missing; key=a~,salt=none; key; delimiter ''
          delimiter of two chars; key=a~::,salt=none; key; delimiter '::'
          delimiter of one digit; key=a~0x0,salt=none; key; delimiter '0x0'
          delimiter no hex; key=a~0xGG,salt=none; key; delimiter '0xGG'
          delimiter is no ASCII; key=a~é,salt=none; key; delimiter 'é'
          empty salt; salt=; salt; '' is not a salt
          misspelt salt; salt=hsah(*) % 16; salt; 'hsah' is not a salt
          salt in upper case; salt=Hash(*) % 16; salt; 'Hash' is not a salt
          salt ends in a space; 'salt=none '; salt; neither begins nor ends with a space
          text after none; salt=none % 16; salt; '% 16' is left over
          text after a count; salt=hash(*) % 16 16; salt; '16' is left over
          text after a count; salt=hash(*) % 16x; salt; 'x' is left over
          no count; salt=hash(*); salt; it ends where '%' should
          count missing; salt=hash(*) %; salt; bucket count ''
          one bucket; salt=hash(*) % 1; salt; bucket count '1'
          no bucket; salt=phoenix % 0; salt; bucket count '0'
          too many buckets; salt=hash(*) % 257; salt; bucket count '257'
          count beyond a long; salt=hbasewd % 99999999999999999999; salt; count '9999999999999
          count with leading zero; salt=hash(*) % 016; salt; bucket count '016'
          negative count; salt=hash(*) % -16; salt; bucket count '-'
          count is hex; salt=hash(*) % 0x10; salt; bucket count '0'
          nothing is hashed; salt=hash() % 16; salt; hash(…) needs the name
          parenthesis not opened; salt=hash % 16; salt; '%' stands where '('
          parenthesis not closed; salt=hash(row % 16; salt; '%' stands where ')'
          unknown segment; key=a:3,salt=hash(b) % 16; salt; 'b' is not in the layout 'a:3'
          segment hashed twice; key=a:3,salt=hash(a a) % 16; salt; 'a' is given twice in hash
          star beside a segment; key=a:3,salt=hash(a *) % 16; salt; '*' stands where ')'
          misspelt spread; key=a:3 b:3,salt=hash(a) sperad(b % 4) % 16; salt; 'sperad' stands
          spread in itself; key=a:3,salt=hash(a) spread(a % 4) % 16; salt; 'a' is in hash and in
          spread of everything; key=b:3,salt=hash(*) spread(b % 4) % 16; salt; between named
          spread over everything; key=a:3,salt=hash(a) spread(* % 4) % 16; salt; between named
          spread over one bucket; key=a:3 b:3,salt=hash(a) spread(b % 1) % 16; salt; spread '1'
          spread over too many; key=a:3 b:3,salt=hash(a) spread(b % 8) % 4; salt; more than the
          mod of text; key=a:3,salt=mod(a) % 16; salt; 'a:3' is of type text
          mod of a reversed time; key=a:8:revtime,salt=mod(a) % 16; salt; is of type revtime
          mod of the whole key; salt=mod(*) % 16; salt; mod(…) needs the name
          mod of two segments; key=a:4:int b:4:int,salt=mod(a b) % 16; salt; 'b' stands where ')'
          phoenix with arguments; salt=phoenix(row) % 16; salt; '(' stands where '%'
          md5 without a slice; salt=md5(*); salt; it ends where '['
          md5 of an empty slice; salt=md5(*)[4:4]; salt; slice end '4'
          md5 of a slice too far; salt=md5(*)[28:33]; salt; slice end '33'
          md5 of no segment; key=a:3,salt=md5(b)[0:4]; salt; 'b' is not in the layout
          md5 with text behind it; salt=MD5(*)[0:32]x; salt; separator 'x'
          reverse of everything; salt=reverse(*); salt; reverse needs names of segments
          reverse with a count; salt=reverse(row) % 16; salt; '% 16' is left over
          random with no count; salt=random; salt; it ends where '%'
          random suffix misspelt; salt=random-sufix % 16; salt; 'random-sufix' is not a salt
          separator with a space; salt=md5(*)[0:4]: x; salt; separator ': x'
          random of segments; salt=random(row) % 16; salt; '(' stands where '%' should
          letters beyond z; salt=hash(*) % 27 letters; salt; 27 buckets have no names in letters
          random letters beyond z; salt=random % 256 letters; salt; take at most 26, or digits
          letters for hbasewd; salt=hbasewd % 4 letters; salt; 'letters' is left over
          letters in capitals; salt=hash(*) % 4 LETTERS; salt; 'LETTERS' is left over
          letters misspelt; salt=hash(*) % 4 lettersx; salt; 'lettersx' is left over
          letters and digits; salt=hash(*) % 4 letters digits; salt; separator ' digits'
          letters behind a space; salt=hash(*) % 4 letters -; salt; separator ' -'
          separator is a letter; salt=hash(*) % 4 letters-x; salt; separator '-x'
          separator of a byte; salt=hash(*) % 4 -; salt; '-' is left over
          suffix too long; key=a:32766,salt=random-suffix % 11 digits; salt; have 32768 bytes with a
          separator of a suffix; key=a:4,salt=random-suffix % 9 digits-; salt; '-' is left over
          digits for phoenix; salt=phoenix % 16 digits; salt; 'digits' is left over
          suffix of any width; salt=random-suffix % 16; salt; needs a layout of fixed widths
          """)
  void argumentsAreRefused(String why, String arguments, String key, String rule) {
    assertThatThrownBy(() -> SaltingSpec.parse(arguments))
        .isInstanceOfSatisfying(SpecException.class, refused -> names(refused, key, rule));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          nothing                ; ''                     ; it is not one line of path|class
          no bars                ; salt=none              ; it is not one line of path|class
          one bar                ; h.jar|c.C              ; it is not one line of path|class
          no class               ; h.jar||1001|salt=none  ; it names no class
          priority is a word     ; |c.C|user|salt=none    ; priority 'user'
          priority is negative   ; |c.C|-1|salt=none      ; priority '-1'
          priority beyond an int ; |c.C|2147483648|salt=none ; priority '2147483648'
          arguments as priority  ; |c.C|salt=none         ; priority 'salt=none'
          no arguments           ; |c.C||                 ; '' is not an argument: give key=…
          no arguments           ; |c.C|1001              ; '' is not an argument: give key=…
          """)
  void attributesAreRefused(String why, String raw, String rule) {
    assertThatThrownBy(() -> Specs.parseAttribute(raw))
        .isInstanceOfSatisfying(
            SpecException.class, refused -> names(refused, "coprocessor", rule));
  }

  @ParameterizedTest
  @CsvSource({
    "newline in the layout, 'key=a:3\nb:4,salt=none'",
    "newline at the end,    'salt=none\n'",
    "tab for a space,       'salt=hash(*)\t% 16'",
    "null character,        'salt=none\0'",
    "no-break space,        'salt=hash(*)\u00A0% 16'",
    "digits of other lands, 'salt=hash(*) % \u0661\u0666'",
  })
  void invisibleAndForeignCharactersAreRefused(String why, String arguments) {
    assertThatThrownBy(() -> SaltingSpec.parse(arguments)).isInstanceOf(SpecException.class);
    assertThatThrownBy(() -> Specs.parseAttribute("|c.C||" + arguments))
        .isInstanceOf(SpecException.class);
  }

  private static void names(SpecException refused, String key, String rule) {
    assertThat(refused.key()).isEqualTo(key);
    assertThat(refused.rule()).contains(rule);
    assertThat(refused)
        .hasMessageStartingWith(
            key + " '" + refused.value() + "': " + refused.rule() + " (correct ")
        .hasMessageEndingWith("the table's coprocessor attribute)");
  }
}
